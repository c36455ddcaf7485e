import { type ChangeEvent, type FormEvent, type ReactNode, useState } from "react";
import styles from "#web/features/accounts/profile.module.css";
import { useAttempt } from "#web/ui/attempt.tsx";
import { Button, type Color } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { useIsHere } from "#web/ui/is-here.ts";

interface FieldProps {
  autoFocus: true;
  value: string;
  error: string | null;
  errorRole: "alert";
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/**
 * A step that takes one thing from the person. What is wrong shows at the field; once it was taken, its owner goes on, by
 * `onDone` unless the person has left the step meanwhile.
 */
export function OneFieldForm(props: {
  start?: string;
  /** What is wrong before anything is sent; null where nothing is. */
  check: (value: string) => string | null;
  onSend: (value: string) => Promise<unknown>;
  onDone?: () => void;
  problemOf: (error: unknown) => string;
  submit: string;
  color?: Color;
  onCancel: () => void;
  children: (field: FieldProps) => ReactNode;
}) {
  const [value, setValue] = useState(props.start ?? "");
  const { attempt, busy, problem, setProblem } = useAttempt();
  const isHere = useIsHere();

  async function send(event: FormEvent) {
    event.preventDefault();
    const wrong = props.check(value);
    if (wrong !== null) setProblem(wrong);
    else if ((await attempt(props.problemOf, () => props.onSend(value))) && isHere()) props.onDone?.();
  }
  return (
    <form noValidate onSubmit={send} className={styles.factor}>
      {props.children({
        autoFocus: true,
        value,
        error: problem,
        errorRole: "alert",
        onChange: (event) => setValue(event.currentTarget.value),
      })}
      <Group gap="sm">
        <Button type="submit" {...(props.color ? { color: props.color } : {})} loading={busy}>
          {props.submit}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
