import type { ReactNode } from "react";
import styles from "#web/features/accounts/account.module.css";
import { BusyOverlay, FormAlert } from "#web/features/accounts/field.tsx";
import type { useForm } from "#web/features/accounts/use-form.ts";

/** A small form's frame: what went wrong with it as a whole, its fields, its one button, and its being busy. */
export function AccountForm(props: {
  form: Pick<ReturnType<typeof useForm>, "message" | "busy" | "onSubmit">;
  submit: ReactNode;
  /** Said while the call runs, over the whole form. */
  busyLabel?: string;
  children: ReactNode;
}) {
  const { form, busyLabel } = props;
  return (
    <form method="post" className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormAlert message={form.message} />
      {props.children}
      <button type="submit" className={styles.submit} aria-disabled={form.busy}>
        {props.submit}
      </button>
      {form.busy && busyLabel && <BusyOverlay label={busyLabel} />}
    </form>
  );
}
