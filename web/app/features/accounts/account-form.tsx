import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiError } from "#web/api/client.ts";
import styles from "#web/features/accounts/account.module.css";
import { BusyOverlay, FormAlert } from "#web/features/accounts/field.tsx";
import { PublicForm } from "#web/ui/public-form.tsx";

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
    <PublicForm className={styles.form} onSubmit={form.onSubmit}>
      <FormAlert message={form.message} />
      {props.children}
      <button type="submit" className={styles.submit} aria-disabled={form.busy}>
        {props.submit}
      </button>
      <BusyOverlay label={form.busy ? busyLabel : undefined} />
    </PublicForm>
  );
}

type Values = Record<string, string>;

/**
 * A small form: checks, sends once at a time, keeps what was typed on failure and puts the focus on the first field
 * that is wrong. `check` answers errors by field name; `send` throws on failure and `tell` makes its text. What the
 * server says of one field shows at that field; `inputs` gives the name here of a field that the server calls otherwise.
 */
export function useForm(options: {
  check: (values: Values) => Record<string, string>;
  send: (values: Values) => Promise<void>;
  tell: (error: unknown) => string;
  inputs?: Record<string, string>;
}) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  function showErrors(form: HTMLFormElement, found: Record<string, string>): boolean {
    setErrors(found);
    const [first] = Object.keys(found);
    if (!first) return false;
    inputOf(form, first)?.focus();
    return true;
  }

  function fieldErrors(form: HTMLFormElement, error: unknown): Record<string, string> {
    if (!(error instanceof ApiError)) return {};
    const named = Object.entries(error.fields).map(([field, text]) => {
      const name = options.inputs?.[field] ?? field;
      return [name, error.code === "INVALID_INPUT" ? text : options.tell(error)] as const;
    });
    return Object.fromEntries(named.filter(([name]) => inputOf(form, name)));
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const values = valuesOf(form);
    const found = options.check(values);
    setMessage(null);
    if (showErrors(form, found)) return;
    sending.current = true;
    setBusy(true);
    try {
      await options.send(values);
    } catch (error) {
      if (!showErrors(form, fieldErrors(form, error))) setMessage(options.tell(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return { errors, message, setMessage, busy, onSubmit };
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
}
