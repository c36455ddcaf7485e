import { Alert, Box, Button, Group, Modal, Skeleton, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { getMessageLog, sendMessage } from "#contract/mail.ts";
import { ApiError, api } from "#web/api/client.ts";
import { useNestedConfirm } from "#web/ui/confirm.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";

/** The rich text editor is heavy, so it loads with the first message that is written. */
const RichText = lazy(() => import("#web/ui/editing/rich-text.tsx"));

/** Writes to one registered person. What was typed stays until it was taken, or thrown away on purpose. */
export function SendMessageModal({ to, onClose }: { to: string | null; onClose: () => void }) {
  const { ask, asking } = useNestedConfirm();
  const [dirty, setDirty] = useState(false);

  async function close(): Promise<void> {
    if (dirty) {
      const sure = await ask({
        title: "Throw this message away?",
        confirmLabel: "Throw away",
        cancelLabel: "Keep writing",
      });
      if (!sure) return;
    }
    setDirty(false);
    onClose();
  }

  return (
    <Modal
      opened={to !== null}
      onClose={close}
      closeOnEscape={!asking}
      title="Send Message"
      size="lg"
      closeOnClickOutside={!dirty}
    >
      {to !== null && (
        <MessageForm
          key={to}
          to={to}
          onDirty={() => setDirty(true)}
          onCancel={close}
          onSent={() => {
            setDirty(false);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

function MessageForm(props: { to: string; onDirty: () => void; onCancel: () => void; onSent: () => void }) {
  const [toEmail, setToEmail] = useState(props.to);
  const [subject, setSubject] = useState("");
  const [messageBody, setMessageBody] = useState("");
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => api(sendMessage, { body: { toEmail, subject, messageBody } }),
    onSuccess: () => {
      editorToasts.success("Message sent successfully.");
      client.invalidateQueries({ queryKey: [getMessageLog.path] });
      props.onSent();
    },
  });
  const fields = sending.error instanceof ApiError ? sending.error.fields : {};

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) sending.mutate();
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
        onChange={(event) => {
          setSubject(event.currentTarget.value);
          props.onDirty();
        }}
      />
      <Box mt="md">
        <Suspense fallback={<Skeleton height={300} />}>
          <RichText
            label="Message"
            id="message-body"
            value={messageBody}
            error={fields.messageBody}
            onChange={(html) => {
              setMessageBody(html);
              if (html) props.onDirty();
            }}
          />
        </Suspense>
      </Box>
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
