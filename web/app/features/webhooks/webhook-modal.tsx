import { useQueryClient } from "@tanstack/react-query";
import { type WebhookEvent, webhookEvents } from "#contract/webhook-events.ts";
import { addWebhook, editWebhook, listWebhooks, type WebhookRecord } from "#contract/webhooks.ts";
import { api } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import styles from "#web/features/webhooks/webhooks.module.css";
import { type CheckValues, useSchema } from "#web/ui/check-values.ts";
import { EditorForm } from "#web/ui/editing/editor-form.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { Checkbox, CheckboxGroup } from "#web/ui/elements/choice.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Stack } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { toasts } from "#web/ui/toasts.tsx";

type WebhookValues = { url: string; events: WebhookEvent[]; lowBalance: string };

const eventTexts: Record<WebhookEvent, { label: string; text: string }> = {
  "run.done": { label: "A run is done", text: "with its title and the addresses of its pictures" },
  "run.failed": { label: "A run has failed", text: "with the reason; its credits are back" },
  "balance.low": { label: "My balance is low", text: "once as it falls to the number below" },
};

function webhookValues(record: WebhookRecord | null): WebhookValues {
  return {
    url: record?.url ?? "",
    events: record?.events ?? ["run.done", "run.failed"],
    lowBalance: String(record?.lowBalance ?? 3),
  };
}

/** What the calls take. A number that is none is theirs to refuse. */
function webhookBody({ lowBalance, ...values }: WebhookValues) {
  return { ...values, lowBalance: /^\s*\d+\s*$/.test(lowBalance) ? Number(lowBalance) : Number.NaN };
}

/** The calls' own check; which addresses are public the server alone knows. */
function useWebhookCheck(): CheckValues<WebhookValues> {
  const check = useSchema(async () => (await import("#contract/webhook-form.ts")).webhookInput);
  return async (values) => {
    const errors = Object.entries(await check(webhookBody(values)));
    // An event that is wrong is told of at the group of them.
    return Object.fromEntries(errors.map(([path, message]) => [path.split(".")[0]!, message]));
  };
}

/** Adds an address (`found` is null) or changes one. */
export function WebhookModal(props: {
  found: WebhookRecord | null;
  onClose: () => void;
  /** With the secret of one that was added: it is told once. */
  onSaved: (secret: string | null) => void | Promise<void>;
  /** Where no answer came, one may have been added all the same. */
  onRefused: () => Promise<void>;
}) {
  const { found } = props;
  const client = useQueryClient();
  const request = useSameRequest();
  let secret: string | null = null;
  const editor = useRecordForm<WebhookRecord, WebhookValues>({
    record: found,
    valuesOf: webhookValues,
    check: useWebhookCheck(),
    save: async (values, version, base) => {
      const body = webhookBody(values);
      if (!found) {
        const added = await add(body);
        secret = added.secret;
        return added;
      }
      const kept = { active: base?.active ?? found.active, version };
      return (await api(editWebhook, { params: { id: found.id }, body: { ...body, ...kept } })).body.data;
    },
    store: (saved) => storeEntry(client, listWebhooks, saved),
    onSaved: () => toasts.success(found ? "Webhook saved." : "Webhook added."),
    failureTitle: found ? "The webhook could not be saved" : "The webhook could not be added",
  });
  const { form } = editor;

  async function add(body: ReturnType<typeof webhookBody>) {
    try {
      const idempotencyKey = request.keyFor(body);
      const { data } = (await api(addWebhook, { body: { ...body, idempotencyKey } })).body;
      request.answered();
      return data;
    } catch (error) {
      request.answered(error);
      void props.onRefused();
      throw error;
    }
  }

  return (
    <Modal opened onClose={props.onClose} size="lg" title={found ? "Edit webhook" : "Add a webhook"}>
      <EditorForm
        editor={editor}
        submitLabel={found ? "Save changes" : "Add webhook"}
        onSaved={() => props.onSaved(secret)}
        onClose={props.onClose}
        onCancel={props.onClose}
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
        <CheckboxGroup label="Tell it when" {...form.getInputProps("events")}>
          <Stack gap="sm" mt="xs">
            {webhookEvents.map((event) => (
              <Checkbox
                key={event}
                value={event}
                label={eventTexts[event].label}
                description={
                  <>
                    <code className={styles.event}>{event}</code>, {eventTexts[event].text}
                  </>
                }
              />
            ))}
          </Stack>
        </CheckboxGroup>
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
