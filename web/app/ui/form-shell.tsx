import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import styles from "#web/ui/form-shell.module.css";
import { useUnsavedGuard } from "#web/ui/leave-guard.tsx";

export type FormProblem = {
  message: string;
  /** The id of the field it belongs to; the summary then links to it. */
  fieldId?: string;
};

/**
 * A form with its frame: title, a summary of what is wrong (focused by each submit that is refused, each entry leading to
 * its field), a guard against leaving with unsaved changes, and a submit button that is busy while the call runs.
 * A second submit while busy is dropped here, so that a double click is one call.
 * `dirty` switches the guard on, also while `busy`: a save may be refused still. One that was taken ends `dirty` before it
 * leads anywhere.
 */
export function FormShell(props: {
  title?: ReactNode;
  description?: ReactNode;
  submitLabel: string;
  busyLabel: string;
  /** True from each submit to its end, also where only the fields are looked at. */
  busy: boolean;
  dirty?: boolean;
  submitDisabled?: boolean;
  /** Problems of the whole form: the server's answer, or every field's after a failed submit. */
  problems: FormProblem[];
  /** Called before a problem's field gets the focus: opens the tab or fold that hides it. */
  onProblem?: ((fieldId: string) => void) | undefined;
  /** More buttons beside the submit button: Cancel, Reset. */
  actions?: ReactNode;
  /** Keeps the buttons in view at the foot of the window while a long form scrolls. */
  stickyActions?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}) {
  const { title, description, busy, problems, children } = props;
  const titleId = useId();
  const summary = useRef<HTMLDivElement>(null);
  useUnsavedGuard(Boolean(props.dirty));

  // A submit ends, whatever it ends with; what is put right meanwhile by typing moves nothing.
  useEffect(() => {
    if (!busy) summary.current?.focus();
  }, [busy]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) props.onSubmit(event);
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-labelledby={title ? titleId : undefined}
      className={styles.form}
      data-sticky={props.stickyActions || undefined}
    >
      {title && (
        <div>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {description && <p className={styles.description}>{description}</p>}
        </div>
      )}
      {problems.length > 0 && (
        <Alert
          ref={summary}
          tabIndex={-1}
          color="red"
          icon={<CircleAlert size={20} aria-hidden />}
          title={problems.length > 1 ? "Please check these fields" : undefined}
        >
          {problems.length === 1 && problems[0] ? (
            <ProblemText problem={problems[0]} onProblem={props.onProblem} />
          ) : (
            <ul className={styles.problems}>
              {problems.map((problem) => (
                <li key={`${problem.fieldId} ${problem.message}`}>
                  <ProblemText problem={problem} onProblem={props.onProblem} />
                </li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      {children}
      <Group gap="sm" mt="xs" className={props.stickyActions ? styles.actions : undefined}>
        <Button type="submit" disabled={props.submitDisabled && !busy} busy={busy}>
          {busy ? props.busyLabel : props.submitLabel}
        </Button>
        {props.actions}
        {props.stickyActions && props.dirty && !busy && <span className={styles.unsaved}>Not saved yet</span>}
      </Group>
    </form>
  );
}

function ProblemText(props: { problem: FormProblem; onProblem: ((fieldId: string) => void) | undefined }) {
  const { fieldId, message } = props.problem;
  if (!fieldId) return message;
  return (
    <a
      href={`#${fieldId}`}
      className={styles.problemLink}
      onClick={(event) => {
        event.preventDefault();
        props.onProblem?.(fieldId);
        document.getElementById(fieldId)?.focus();
      }}
    >
      {message}
    </a>
  );
}
