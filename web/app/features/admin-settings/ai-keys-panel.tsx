import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type AiKey, deleteAiKey, listAiKeys, testAiKey, updateAiKey } from "#contract/ai-keys.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { storeEntry } from "#web/api/store-entry.ts";
import { AiKeyEditor } from "#web/features/admin-settings/ai-key-editor.tsx";
import { AiKeyTable } from "#web/features/admin-settings/ai-key-table.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { deactivation, useActions } from "#web/ui/editing/actions.tsx";
import { editorToasts, FailureNotice } from "#web/ui/editing/notices.tsx";
import { ListPanel, PanelHeader } from "#web/ui/editing/panel.tsx";
import { useEntryForm } from "#web/ui/editing/use-entry-form.ts";
import { Stack } from "#web/ui/elements/layout.tsx";
import { isolated } from "#web/ui/isolated.ts";

/** The keys of the generative AI provider: several active ones take turns, and their health shows. */
export function AiKeysPanel() {
  const list = useCall(listAiKeys, {}, { refetchInterval: 30_000 });
  return (
    <ListPanel list={list} loading="Loading keys..." failed="Failed to fetch keys">
      {(entries, stale) => (
        <AiKeys keys={entries.filter((entry): entry is AiKey => "_id" in entry)} stale={stale} />
      )}
    </ListPanel>
  );
}

function AiKeys({ keys, stale }: { keys: AiKey[]; stale: ReactNode }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const reload = () => client.invalidateQueries({ queryKey: [listAiKeys.path] });
  const actions = useActions({ reload });
  const editing = useEntryForm<AiKey>();

  async function toggle(key: AiKey) {
    const last = keys.filter(({ isActive }) => isActive).length === 1;
    const effect = last
      ? "It is the last active key: nobody can generate without it."
      : "It takes no more turns.";
    if (key.isActive && !(await confirm(deactivation(key.name, effect)))) return;
    await actions.run(async () => {
      const change = { params: { id: key._id }, body: { isActive: !key.isActive } };
      const { data } = (await api(updateAiKey, change)).body;
      storeEntry(client, listAiKeys, data);
      await reload();
      editing.renew(data);
      editorToasts.success(`${isolated(key.name)} is ${data.isActive ? "active" : "inactive"}.`);
    }, "Failed to toggle key status");
  }

  const test = (key: AiKey) =>
    actions.run(async () => {
      const { ok, problem } = (await api(testAiKey, { params: { id: key._id } })).body.data;
      await reload();
      if (ok) editorToasts.success(`${isolated(key.name)} works with both models.`);
      else
        actions.setFailure({
          title: `${isolated(key.name)} failed the test.`,
          ...(problem ? { detail: problem } : {}),
        });
    }, "Failed to test key");

  async function remove(key: AiKey) {
    const sure = await confirm({
      title: `Delete the key "${isolated(key.name)}"?`,
      message: "Are you sure you want to delete this key? It can't be brought back.",
      confirmLabel: "Delete key",
    });
    if (!sure) return;
    await actions.run(async () => {
      await api(deleteAiKey, { params: { id: key._id } });
      editing.forget(key);
      await reload();
      editorToasts.success("Key deleted successfully!");
    }, "Failed to delete key");
  }

  return (
    <>
      <PanelHeader
        title="Gemini Keys"
        description="Keys stay on the server, encrypted. Active ones take turns; one that the provider turns away rests, for the model whose quota is used up or, when refused, for both. 'Test' asks both models: it takes up to a minute and costs one picture."
      />
      <FailureNotice failure={actions.failure} />
      <Stack gap="xl">
        <div ref={editing.place}>
          <AiKeyEditor
            key={editing.formKey}
            aiKey={editing.edited}
            onDirty={editing.setDirty}
            onCancel={editing.close}
            onSaved={reload}
          />
        </div>
        {stale}
        <AiKeyTable
          keys={keys}
          busy={actions.busy}
          onToggle={toggle}
          onTest={test}
          onRemove={remove}
          onEdit={editing.open}
        />
      </Stack>
    </>
  );
}
