import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import styles from "#web/features/site/contact-form.module.css";
import type { ContactErrors, ContactField, ContactValues } from "#web/features/site/send-contact-message.ts";
import card from "#web/features/site/toast-card.module.css";
import buttons from "#web/ui/button.module.css";
import { PublicForm } from "#web/ui/public-form.tsx";

/** A member's name and e-mail, which stand in the form to be read: the server takes them from the session. */
export interface ContactViewer {
  userName: string;
  userEmail: string;
}

type ContactControl = HTMLInputElement | HTMLTextAreaElement;

const failureText = "Failed to send message. Please try again.";

const fields = [
  {
    name: "name",
    label: "Name",
    missing: "Please enter your name",
    type: "text",
    autoComplete: "name",
    max: 200,
  },
  {
    name: "email",
    label: "Email",
    missing: "Please enter your email",
    type: "email",
    autoComplete: "email",
    max: 254,
  },
  {
    name: "subject",
    label: "Subject",
    missing: "Please enter your subjects",
    type: "text",
    autoComplete: "off",
    max: 500,
  },
  {
    name: "phone",
    label: "Phone",
    missing: "Please enter your phone number",
    type: "tel",
    autoComplete: "tel",
    max: 50,
  },
  {
    name: "message",
    label: "Message",
    missing: "Please enter your message",
    type: "area",
    autoComplete: "off",
    max: 5000,
  },
] as const satisfies readonly { name: ContactField; [other: string]: unknown }[];

function missingIn(values: ContactValues): ContactErrors {
  const missing = fields.filter(({ name }) => values[name].trim() === "");
  return Object.fromEntries(missing.map(({ name, missing: text }) => [name, text]));
}

/** `address` leads to the shop's mail, for whoever can't send the form. */
export function ContactForm({ viewer, address }: { viewer: ContactViewer | null; address: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<ContactErrors>({});
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const [problem, setProblem] = useState<string | null>(null);
  const [toast, setToast] = useState<Toast | null>(null);

  function show(found: ContactErrors): void {
    setErrors(found);
    const first = fields.find(({ name }) => found[name]);
    const field = first && form.current?.elements.namedItem(first.name);
    if (field instanceof HTMLElement) field.focus();
  }

  /** Makes the form new, but for what the person has changed since it was sent. */
  function empty(sent: FormData): void {
    for (const field of form.current?.querySelectorAll<ContactControl>("input, textarea") ?? []) {
      if (field.value === sent.get(field.name)) field.value = field.defaultValue;
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (state === "sending") return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    const values = Object.fromEntries(fields.map(({ name }) => [name, text(name)])) as ContactValues;
    const missing = missingIn(values);
    setProblem(null);
    setState("idle");
    if (Object.keys(missing).length > 0) return show(missing);
    setErrors({});
    setState("sending");
    const extra = text("extra");
    const outcome = await import("#web/features/site/send-contact-message.ts").then(
      ({ sendContactMessage }) => sendContactMessage(values, extra),
      () => ({ sent: false, reason: "" }) as const,
    );
    setState(outcome.sent ? "sent" : "idle");
    setToast({
      kind: outcome.sent ? "success" : "error",
      text: outcome.sent ? "Message Sent Successfully!" : failureText,
    });
    if (outcome.sent) empty(data);
    else {
      setProblem([failureText, outcome.reason].filter(Boolean).join(" "));
      if ("errors" in outcome && outcome.errors) show(outcome.errors);
    }
  }

  const known: Partial<ContactValues> = viewer ? { name: viewer.userName, email: viewer.userEmail } : {};
  return (
    <PublicForm ref={form} className={styles.form} onSubmit={submit} instead={address}>
      {fields.map(({ name, label, type, autoComplete, max }) => (
        <Field
          key={name}
          name={name}
          label={label}
          error={errors[name]}
          hint={name in known ? "From your account" : undefined}
          wide={name === "message"}
        >
          {type === "area" ? (
            <textarea {...control(name, errors[name])} rows={6} maxLength={max} />
          ) : (
            <input
              {...control(name, errors[name], name in known)}
              type={type}
              maxLength={max}
              autoComplete={autoComplete}
              defaultValue={known[name]}
              readOnly={name in known}
            />
          )}
        </Field>
      ))}
      {/* Programs fill in every field. Neither name nor marks invite a person's form filler or password manager. */}
      <p className={styles.trap} aria-hidden="true">
        <input
          name="extra"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
        />
      </p>
      <div className={styles.end}>
        <button type="submit" className={buttons.button} aria-disabled={state === "sending"}>
          {state === "sending" ? "Sending..." : "Send Message"}
        </button>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {state === "sent" && <p className={styles.sent}>Message Sent Successfully! We answer by mail.</p>}
      </div>
      <ToastCard toast={toast} onGone={() => setToast(null)} />
    </PublicForm>
  );
}

function control(name: ContactField, error: string | undefined, hasHint = false) {
  const described = [hasHint && `contact-${name}-hint`, error && `contact-${name}-error`].filter(Boolean);
  return {
    id: `contact-${name}`,
    name,
    required: true,
    className: styles.control,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described.join(" ") || undefined,
  };
}

function Field(props: {
  name: ContactField;
  label: string;
  error: string | undefined;
  hint: string | undefined;
  wide: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.field} data-wide={props.wide || undefined}>
      <label htmlFor={`contact-${props.name}`}>{props.label}</label>
      {props.children}
      {props.hint && (
        <p id={`contact-${props.name}-hint`} className={styles.hint}>
          {props.hint}
        </p>
      )}
      {props.error && (
        <p id={`contact-${props.name}-error`} className={styles.error}>
          {props.error}
        </p>
      )}
    </div>
  );
}

interface Toast {
  kind: "success" | "error";
  text: string;
}

/** In milliseconds. */
const durations = { success: 2000, error: 4000 };

/** One toast of a public page, which loads no toast library. What it says also stands where it happened. */
function ToastCard({ toast, onGone }: { toast: Toast | null; onGone: () => void }) {
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(onGone, durations[toast.kind]);
    return () => clearTimeout(timer);
  }, [toast, onGone]);
  return (
    <div className={card.region} role="status">
      {toast && (
        <p className={card.toast} data-kind={toast.kind}>
          {toast.text}
        </p>
      )}
    </div>
  );
}
