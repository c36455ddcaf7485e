import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  deleteWebhook,
  editWebhook,
  listWebhooks,
  rotateWebhookSecret,
  secretOverlapHours,
  testWebhook,
  type WebhookRecord,
} from "#contract/webhooks.ts";
import { api } from "#web/api/client.ts";
import { sameRequest } from "#web/api/same-request.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useActions } from "#web/ui/editing/actions.tsx";
import { toasts } from "#web/ui/toasts.tsx";

const rotations = new Map<string, ReturnType<typeof sameRequest>>();

/** Each webhook has its own, over a look elsewhere and a reload: the shop tells the same secret to the same key for a while. */
function rotationOf(id: string) {
  const rotation = rotations.get(id) ?? sameRequest(undefined, `${draftPrefix}request:webhook-secret:${id}`);
  rotations.set(id, rotation);
  return rotation;
}

/**
 * What can be done with a webhook of the list, one at a time; `secret` is one that was just made. `showDeliveries` answers
 * false where something else was opened meanwhile.
 */
export function useWebhookActions(showDeliveries: (id: string) => boolean) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const reload = () => client.invalidateQueries({ queryKey: [listWebhooks.path] });
  const actions = useActions({ reload });
  /** `changeOf` is the webhook whose secret was changed; null where one was added. */
  const [secret, setSecret] = useState<{ text: string; changeOf: string | null } | null>(null);

  const toggle = ({ id, version, url, events, lowBalance, active }: WebhookRecord) =>
    actions.run(async () => {
      const body = { url, events, lowBalance, active: !active, version };
      storeEntry(client, listWebhooks, (await api(editWebhook, { params: { id }, body })).body.data);
      toasts.success(active ? "It is switched off." : "It is switched on.");
      await reload();
    }, "The webhook could not be changed");

  const sendTest = ({ id }: WebhookRecord) =>
    actions.run(async () => {
      await api(testWebhook, { params: { id } });
      if (!showDeliveries(id)) toasts.success("The test was sent.");
    }, "The test could not be sent");

  async function rotate({ id, url }: WebhookRecord) {
    const sure = await confirm({
      title: "Change the secret?",
      message: `Messages to ${url} are signed with a new one from now on, and with the present one as well for ${secretOverlapHours} hours. An older one ends at once.`,
      confirmLabel: "Change secret",
      danger: false,
    });
    if (!sure) return;
    const rotation = rotationOf(id);
    await actions.run(async () => {
      try {
        const body = { idempotencyKey: rotation.keyFor(id) };
        const { data } = (await api(rotateWebhookSecret, { params: { id }, body })).body;
        // Not settled yet: whoever has left by now sees nothing of it.
        setSecret({ text: data.secret, changeOf: id });
      } catch (error) {
        rotation.answered(error);
        throw error;
      }
      await reload();
    }, "The secret could not be changed");
  }

  function onKept() {
    if (secret?.changeOf) rotationOf(secret.changeOf).answered();
    setSecret(null);
  }

  async function remove({ id, url }: WebhookRecord) {
    const sure = await confirm({
      title: "Remove this webhook?",
      message: `Nothing is sent to ${url} any more, and the list of its deliveries goes.`,
      confirmLabel: "Remove webhook",
    });
    if (!sure) return;
    await actions.run(async () => {
      await api(deleteWebhook, { params: { id } });
      toasts.success("Webhook removed.");
      await reload();
    }, "The webhook could not be removed");
  }

  const { busy, failure } = actions;
  return { busy, failure, secret, setSecret, onKept, reload, toggle, sendTest, rotate, remove };
}
