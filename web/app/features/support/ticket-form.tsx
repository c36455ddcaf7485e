import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { newSupportMessage } from "#contract/support.ts";
import { ApiError, api, fieldsOf } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import { refreshSupport } from "#web/features/shell/support-live.tsx";
import { useAuthor } from "#web/features/shell/viewer.ts";
import { draftKey, requestPlace } from "#web/features/support/draft.ts";
import styles from "#web/features/support/ticket-form.module.css";
import { AttachButton, UploadList } from "#web/features/support/upload-list.tsx";
import { useUploads } from "#web/features/support/uploads.ts";
import { useSchema } from "#web/ui/check-values.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { Textarea, TextInput } from "#web/ui/elements/inputs.tsx";
import { type FormProblem, FormShell } from "#web/ui/form-shell.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";
import { readText } from "#web/ui/storage.ts";
import { toasts } from "#web/ui/toasts.tsx";
import { textDraft, useDraft } from "#web/ui/use-draft.ts";

type Values = { subject: string; message: string };
const fieldIds = { subject: "ticket-subject", message: "ticket-message" } as const;
const failed = "Failed to create support ticket";

/**
 * A new ticket: subject, message, files. What was typed is kept until the ticket is created, for each order that the
 * address names by itself.
 */
export function TicketForm() {
  const user = useAuthor();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const client = useQueryClient();
  const order = useSearchParams()[0].get("order")?.slice(0, 100) ?? "";
  const draft = draftKey(user?._id ?? "", "new", ...(order ? [order] : []));
  const uploads = useUploads(draft);
  const request = useSameRequest(undefined, requestPlace(draft));
  const [values, setValues] = useDraftValues(draft, order && `Order ${order}`);
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy } = useOneAtATime();
  const check = useSchema(async () => (await import("#contract/support-forms.ts")).ticketForm);

  const set = (name: keyof Values, value: string) => {
    setValues({ ...values, [name]: value });
    setErrors({ ...errors, [name]: undefined });
  };

  async function submit() {
    const found: Partial<Values> = await check(values);
    const isSound = Object.keys(found).length === 0;
    setErrors(found);
    setProblem(isSound ? uploads.problem : null);
    if (!isSound || uploads.problem) return;
    try {
      const { ids } = uploads;
      const ticket = { ...values, attachments: ids };
      const idempotencyKey = request.keyFor(ticket);
      const { body } = await api(newSupportMessage, { body: { ...ticket, idempotencyKey } });
      request.answered();
      // What was typed since into a form that was opened again stays.
      if (isKept(draft, values)) setValues({ subject: "", message: "" });
      uploads.clear(ids);
      refreshSupport(client);
      toasts.success("Support ticket created successfully");
      if (isHere()) await navigate(`/user/support?ticket=${body.data._id}`);
    } catch (error) {
      request.answered(error);
      setErrors(fieldsOf(error));
      setProblem(
        error instanceof ApiError && error.message !== failed ? `${failed}. ${error.message}` : failed,
      );
      toasts.error(failed);
    }
  }

  const problems: FormProblem[] = problem
    ? [{ message: problem }]
    : Object.entries(errors).flatMap(([name, message]) =>
        message ? [{ fieldId: fieldIds[name as keyof Values], message }] : [],
      );
  return (
    <div className={styles.card}>
      <FormShell
        submitLabel="Create Ticket"
        busyLabel="Creating..."
        busy={busy}
        submitDisabled={uploads.busy}
        problems={problems}
        onSubmit={() => void run(submit)}
        actions={
          <Button component={Link} to="/user/support" variant="default">
            Cancel
          </Button>
        }
      >
        <TextInput
          id={fieldIds.subject}
          label="Subject"
          required
          maxLength={500}
          value={values.subject}
          error={errors.subject}
          readOnly={busy}
          onChange={(event) => set("subject", event.currentTarget.value)}
        />
        <Textarea
          id={fieldIds.message}
          label="Message"
          required
          minRows={6}
          maxRows={18}
          maxLength={5000}
          value={values.message}
          error={errors.message}
          readOnly={busy}
          onChange={(event) => set("message", event.currentTarget.value)}
        />
        <div className={styles.files}>
          <AttachButton uploads={uploads} disabled={busy} />
          <span className={styles.hint}>Images and PDF, up to 5 files of 5 MB.</span>
          <UploadList uploads={uploads} />
        </div>
      </FormShell>
    </div>
  );
}

const isKept = (draft: string, { subject, message }: Values) =>
  readText(`${draft}:subject`) === subject && readText(`${draft}:message`) === message;

/** The server renders the form without the draft; the browser fills it in after hydration. */
function useDraftValues(draft: string, begun: string) {
  const [subject, setSubject] = useDraft(`${draft}:subject`, { ...textDraft, start: () => begun });
  const [message, setMessage] = useDraft(`${draft}:message`, textDraft);
  const change = (next: Values) => {
    setSubject(next.subject);
    setMessage(next.message);
  };
  return [{ subject, message }, change] as const;
}
