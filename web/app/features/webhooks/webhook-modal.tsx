import { Checkbox, Modal, Stack, TextInput } from "@mantine/core";
import { addWebhook, editWebhook, type WebhookRecord, webhookEvents } from "#contract/webhooks.ts";
import { api } from "#web/api/client.ts";
import {
  eventTexts,
  type WebhookValues,
  webhookBody,
  webhookValues,
  webhookValuesSchema,
} from "#web/features/webhooks/webhook-form.ts";
import { leaveQuestion, useNestedConfirm } from "#web/ui/confirm.tsx";
import { EditorForm } from "#web/ui/editing/editor-form.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { toasts } from "#web/ui/toasts.tsx";

/** Adds an address (`found` is null) or changes one. */
export function WebhookModal(props: {
  found: WebhookRecord | null;
  onClose: () => void;
  /** With the secret of one that was added: it is told once. */
  onSaved: (secret: string | null) => void | Promise<void>;
}) {
  const { found } = props;
  const { ask, asking } = useNestedConfirm();
  let secret: string | null = null;
  const editor = useRecordForm<WebhookRecord, WebhookValues>({
    record: found,
    valuesOf: webhookValues,
    schema: webhookValuesSchema,
    save: async (values, version, base) => {
      const body = webhookBody(values);
      if (!found) {
        const { data } = (await api(addWebhook, { body })).body;
        secret = data.secret;
        return data;
      }
      const kept = { active: base?.active ?? found.active, version };
      return (await api(editWebhook, { params: { id: found.id }, body: { ...body, ...kept } })).body.data;
    },
    onSaved: () => toasts.success(found ? "Webhook saved." : "Webhook added."),
    failureTitle: found ? "The webhook could not be saved" : "The webhook could not be added",
  });
  const { form } = editor;

  async function close() {
    if (!editor.dirty || (await ask(leaveQuestion))) props.onClose();
  }

  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!asking}
      size="lg"
      title={found ? "Edit webhook" : "Add a webhook"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <EditorForm
        editor={editor}
        submitLabel={found ? "Save changes" : "Add webhook"}
        onSaved={() => props.onSaved(secret)}
        onCancel={close}
      >
        <TextInput
          label="Address"
          description="On the public internet, with https."
          type="url"
          inputMode="url"
          placeholder="https://example.com/hooks"
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps("url")}
        />
        <Checkbox.Group label="Tell it when" {...form.getInputProps("events")}>
          <Stack gap="sm" mt="xs">
            {webhookEvents.map((event) => (
              <Checkbox
                key={event}
                value={event}
                label={eventTexts[event].label}
                description={eventTexts[event].text}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {form.values.events.includes("balance.low") && (
          <TextInput
            label="Low means, in credits"
            description="That many or fewer."
            inputMode="numeric"
            autoComplete="off"
            required
            {...form.getInputProps("lowBalance")}
          />
        )}
      </EditorForm>
    </Modal>
  );
}
