import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { changePassword, getSession, listSessions } from "#contract/identity.ts";
import { ApiError, api } from "#web/api/client.ts";
import { changePasswordMessage, passwordProblems } from "#web/features/accounts/messages.ts";
import { type ProfilePlace, profileToasts } from "#web/features/accounts/own-user.ts";
import styles from "#web/features/accounts/profile.module.css";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { PasswordInput } from "#web/ui/elements/password-input.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { useUnsavedGuard } from "#web/ui/leave-guard.tsx";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";
import { Status } from "#web/ui/status.tsx";
import { UsernameInput } from "#web/ui/username-input.tsx";

const blank = { currentPassword: "", password: "", confirmPassword: "" };
type Name = keyof typeof blank;

const ids: Record<Name, string> = {
  currentPassword: "current-password",
  password: "new-password",
  confirmPassword: "confirm-new-password",
};

/** A new password, with the present one. Every other session of the account ends with it. */
export function ChangePassword({ place }: { place: ProfilePlace }) {
  const toasts = profileToasts(place);
  const { user } = useViewer();
  const client = useQueryClient();
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [general, setGeneral] = useState<string | null>(null);
  const { run, busy } = useOneAtATime();
  const [done, setDone] = useState(false);
  useUnsavedGuard(Object.values(values).some((typed) => typed !== ""));

  function input(name: Name) {
    return {
      id: ids[name],
      value: values[name],
      error: errors[name],
      required: true,
      onChange: (event: FormEvent<HTMLInputElement>) => {
        setDone(false);
        setValues({ ...values, [name]: event.currentTarget.value });
      },
    };
  }

  function show(found: Partial<Record<Name, string>>): void {
    setErrors(found);
    const [first] = Object.keys(found) as Name[];
    if (first) document.getElementById(ids[first])?.focus();
  }

  async function send(): Promise<void> {
    const found: Partial<Record<Name, string>> = {
      ...(values.currentPassword ? {} : { currentPassword: "Please enter your password" }),
      ...passwordProblems(values.password, values.confirmPassword),
    };
    show(found);
    setGeneral(null);
    setDone(false);
    if (Object.keys(found).length > 0) return;
    try {
      const { currentPassword, password: newPassword } = values;
      await api(changePassword, { body: { currentPassword, newPassword } });
      setValues(blank);
      setDone(true);
      toasts.success("Password changed.");
      // This session was replaced too, so which one is this device's has to be asked anew.
      await Promise.all(
        [getSession, listSessions].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      );
    } catch (error) {
      const text = changePasswordMessage(error);
      const code = error instanceof ApiError ? error.code : "";
      if (code === "INVALID_PASSWORD") show({ currentPassword: text });
      else if (code.includes("PASSWORD_")) show({ password: text });
      else setGeneral(text);
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    void run(send);
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby="password-title" className={styles.passwordForm}>
      <div>
        <h2 id="password-title" className={styles.title}>
          Password
        </h2>
        <Text c="dimmed">A new password signs you out everywhere else.</Text>
      </div>
      {general && (
        <Alert color="red" role="alert">
          {general}
        </Alert>
      )}
      <UsernameInput email={user?.userEmail} />
      <PasswordInput label="Current Password" autoComplete="current-password" {...input("currentPassword")} />
      <PasswordInput
        label="New Password"
        description={
          user?.isStaff ? "At least 12 characters, as you are on the staff." : "At least 6 characters."
        }
        autoComplete="new-password"
        {...input("password")}
      />
      <PasswordInput label="Confirm New Password" autoComplete="new-password" {...input("confirmPassword")} />
      {done && (
        <Status as="div">
          <Text c="green" size="sm">
            Your password is changed. You are signed out everywhere else.
          </Text>
        </Status>
      )}
      <Group>
        <Button type="submit" loading={busy}>
          Change Password
        </Button>
        <Link to="/forgot-password">Forgot Password?</Link>
      </Group>
    </form>
  );
}
