import { useState } from "react";
import { PasswordField } from "#web/features/accounts/field.tsx";
import { passwordProblems } from "#web/features/accounts/messages.ts";

type Name = "password" | "confirmPassword";

/** What the form says itself when it is sent, and what is over as soon as the fields are right. */
const rules = [passwordProblems("").password, passwordProblems("123456").confirmPassword];

/**
 * A new password and its repetition. What is wrong with one shows once it was left, in the line that said the rule
 * before, so that nothing below moves away from a pointer that is on its way.
 */
export function NewPasswordFields(props: {
  label: string;
  errors: Record<string, string>;
  focusFirst?: boolean;
}) {
  const [typed, setTyped] = useState({ password: "", confirmPassword: "" });
  const [left, setLeft] = useState<Name[]>([]);
  const problems = passwordProblems(typed.password, typed.confirmPassword);
  const isSame = typed.confirmPassword !== "" && Object.keys(problems).length === 0;

  function field(name: Name) {
    const sent = props.errors[name];
    const isChecked = typed[name] !== "" && (left.includes(name) || sent !== undefined);
    return {
      name,
      autoComplete: "new-password",
      required: true,
      error:
        (isChecked ? problems[name] : undefined) ??
        (typed[name] !== "" && rules.includes(sent) ? undefined : sent),
      onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        setTyped((before) => ({ ...before, [name]: currentTarget.value })),
      onBlur: () => setLeft((before) => (before.includes(name) ? before : [...before, name])),
    };
  }

  return (
    <>
      <PasswordField
        {...field("password")}
        label={props.label}
        hint="At least 6 characters."
        focusFirst={props.focusFirst ?? false}
      />
      <PasswordField
        {...field("confirmPassword")}
        label="Confirm Password"
        hint={isSame ? "Both are the same." : "The same once more."}
        good={isSame}
      />
    </>
  );
}
