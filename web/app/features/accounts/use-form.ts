import { type FormEvent, useRef, useState } from "react";

type Values = Record<string, string>;

/**
 * A small form: checks, sends once at a time, keeps what was typed on failure and puts the focus on the first field
 * that is wrong. `check` answers errors by field name; `send` throws on failure and `tell` makes its text.
 */
export function useForm(options: {
  check: (values: Values) => Record<string, string>;
  send: (values: Values) => Promise<void>;
  tell: (error: unknown) => string;
}) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const found = options.check(values);
    setErrors(found);
    setMessage(null);
    const [first] = Object.keys(found);
    if (first) {
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    sending.current = true;
    setBusy(true);
    try {
      await options.send(values);
    } catch (error) {
      setMessage(options.tell(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return { errors, message, setMessage, busy, onSubmit };
}
