import { Check, Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import styles from "#web/features/accounts/account.module.css";
import { takeFocus } from "#web/ui/take-focus.ts";

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  name: string;
  error?: string | undefined;
  /** What the value must be, said before it is wrong. */
  hint?: string;
  /** The hint says that the value is right. */
  good?: boolean;
  /** Has the focus when the screen opens: the screen is for this form alone. */
  focusFirst?: boolean;
};

/** A labelled input whose error is tied to it. */
export function Field({ label, error, focusFirst, ...input }: FieldProps) {
  const id = useId();
  const element = useFocusFirst(focusFirst);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input ref={element} id={id} className={styles.input} {...errorTie(id, error)} {...input} />
      <FieldError id={id} error={error} />
    </div>
  );
}

/** The address that a person signs in with. */
export function EmailField(props: Omit<FieldProps, "label" | "name">) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      required
      {...props}
    />
  );
}

/** A password that can be shown while it is typed. */
export function PasswordField({ label, error, hint, good, focusFirst, ...input }: FieldProps) {
  const id = useId();
  const element = useFocusFirst(focusFirst);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.withButton}>
        <input
          ref={element}
          id={id}
          className={styles.input}
          {...errorTie(id, error, hint)}
          {...input}
          type={shown ? "text" : "password"}
        />
        <button
          type="button"
          className={styles.reveal}
          aria-pressed={shown}
          aria-label={`Show ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} aria-hidden />
        </button>
      </div>
      {hint && !error && (
        <p id={`${id}-hint`} className={styles.hint} data-good={good || undefined}>
          {good && <Check size={16} aria-hidden />} {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** Takes the focus once, unless the person has put it somewhere already. */
function useFocusFirst(wanted: boolean | undefined) {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wanted && document.activeElement === document.body) takeFocus(element.current);
  }, [wanted]);
  return element;
}

function errorTie(id: string, error: string | undefined, hint?: string) {
  if (error) return { "aria-invalid": true, "aria-describedby": `${id}-error` };
  return hint ? { "aria-describedby": `${id}-hint` } : {};
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className={styles.error}>
      {error}
    </p>
  );
}

/** What went wrong with the form as a whole; read out as it appears. */
export function FormAlert({ message }: { message: string | null }) {
  return (
    <div role="alert" className={message ? styles.alert : undefined}>
      {message}
    </div>
  );
}

/** There before its label: a status that comes along with its words is read out by few screen readers. */
export function BusyOverlay({ label }: { label: string | undefined }) {
  return (
    <div className={label ? styles.overlay : "visually-hidden"} role="status">
      {label && (
        <>
          <span className={styles.spinner} aria-hidden />
          <span className="visually-hidden">{label}</span>
        </>
      )}
    </div>
  );
}

/** To what an account agrees; in tabs of their own, so that what is typed beside them stays. */
export function TermsAndPrivacy() {
  return (
    <>
      the{" "}
      <Link to="/terms" target="_blank">
        Terms
      </Link>{" "}
      and the{" "}
      <Link to="/privacy" target="_blank">
        Privacy Policy
      </Link>
    </>
  );
}
