import { type ChangeEvent, type FormEvent, type ReactNode, useState } from "react";
import styles from "#web/features/accounts/profile.module.css";
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
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isHere = useIsHere();

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const wrong = props.check(value);
    setError(wrong);
    if (wrong !== null) return;
    setBusy(true);
    try {
      await props.onSend(value);
      if (isHere()) props.onDone?.();
    } catch (refused) {
      setError(props.problemOf(refused));
      setBusy(false);
    }
  }
  return (
    <form noValidate onSubmit={send} className={styles.factor}>
      {props.children({
        autoFocus: true,
        value,
        error,
        errorRole: "alert",
        onChange: (event) => setValue(event.currentTarget.value),
      })}
      <Group gap="sm">
        <Button type="submit" {...(props.color ? { color: props.color } : {})} loading={isBusy}>
          {props.submit}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
