import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessageLog, sendMessage } from "#contract/mail.ts";
import { isAllowedInMail } from "#contract/urls.ts";
import { ApiError, api, fieldsOf } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import styles from "#web/features/admin-users/admin-users.module.css";
import { useTypedDialog } from "#web/features/admin-users/use-typed-dialog.ts";
import type { ConfirmOptions } from "#web/ui/confirm.tsx";
import { LateRichText } from "#web/ui/editing/late-rich-text.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";

const throwAwayQuestion: ConfirmOptions = {
  title: "Throw this message away?",
  confirmLabel: "Throw away",
  cancelLabel: "Keep writing",
};

/** Writes to one registered person. What was typed stays until it was taken, or thrown away on purpose. */
export function SendMessageModal(props: { to: string | null; onClose: () => void }) {
  const { to } = props;
  const { dirty, onDirty, end, close } = useTypedDialog(throwAwayQuestion, props.onClose);

  return (
    <Modal opened={to !== null} onClose={close} title="Send Message" size="lg" closeOnClickOutside={!dirty}>
      {to !== null && <MessageForm key={to} to={to} onDirty={onDirty} onCancel={close} onSent={end} />}
    </Modal>
  );
}

function MessageForm(props: { to: string; onDirty: () => void; onCancel: () => void; onSent: () => void }) {
  const [toEmail, setToEmail] = useState(props.to);
  const [subject, setSubject] = useState("");
  const [messageBody, setMessageBody] = useState("");
  const client = useQueryClient();
  const request = useSameRequest();
  const sending = useMutation({
    mutationFn: () => {
      const message = { toEmail, subject, messageBody };
      return api(sendMessage, { body: { ...message, idempotencyKey: request.keyFor(message) } });
    },
    onSettled: (_, error) => request.answered(error ?? undefined),
    onSuccess: () => {
      editorToasts.success("Message sent successfully.");
      client.invalidateQueries({ queryKey: [getMessageLog.path] });
    },
  });
  const fields = fieldsOf(sending.error);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Called only while this form is open: whoever left it may have another one open by then.
        if (!sending.isPending) sending.mutate(undefined, { onSuccess: props.onSent });
      }}
      noValidate
    >
      {sending.isError && (
        <Alert color="red" mb="md" role="alert">
          {failureText(sending.error)}
        </Alert>
      )}
      <TextInput
        label="To"
        type="email"
        required
        value={toEmail}
        error={fields.toEmail}
        readOnly={sending.isPending}
        onChange={(event) => {
          setToEmail(event.currentTarget.value);
          props.onDirty();
        }}
      />
      <TextInput
        label="Subject"
        required
        mt="md"
        maxLength={500}
        value={subject}
        error={fields.subject}
        readOnly={sending.isPending}
        onChange={(event) => {
          setSubject(event.currentTarget.value);
          props.onDirty();
        }}
      />
      <div className={styles.message} inert={sending.isPending}>
        <LateRichText
          label="Message"
          id="message-body"
          value={messageBody}
          error={fields.messageBody}
          isAllowedLink={isAllowedInMail}
          onChange={(html) => {
            setMessageBody(html);
            if (html) props.onDirty();
          }}
        />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={sending.isPending}>
          Send
        </Button>
      </Group>
    </form>
  );
}

/** The server's own text where it gave one; a failed connection has another. */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return "Error sending message.";
  return error.status >= 500 ? "Failed to send message." : error.message;
}
