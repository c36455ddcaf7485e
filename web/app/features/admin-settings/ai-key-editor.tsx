import { useQueryClient } from "@tanstack/react-query";
import { aiKeyForm } from "#contract/ai-key-form.ts";
import { type AiKey, createAiKey, listAiKeys, updateAiKey } from "#contract/ai-keys.ts";
import { api } from "#web/api/client.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import { checkBy } from "#web/ui/check-values.ts";
import { EditorForm, FieldCard } from "#web/ui/editing/editor-form.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { useAddOnce } from "#web/ui/editing/use-add-once.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { Switch } from "#web/ui/elements/choice.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { PasswordInput } from "#web/ui/elements/password-input.tsx";

type Values = { name: string; key: string; isActive: boolean };

/** Add mode without a key, edit mode with one; an unchanged mask keeps the stored key. */
export function AiKeyEditor(props: {
  aiKey: AiKey | null;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void | Promise<void>;
}) {
  const { aiKey } = props;
  const client = useQueryClient();
  const add = useAddOnce(
    async (values: Values, idempotencyKey) =>
      (await api(createAiKey, { body: { ...values, idempotencyKey } })).body.data,
  );
  const editor = useRecordForm<AiKey, Values>({
    record: aiKey,
    valuesOf: (record) => ({
      name: record?.name ?? "",
      key: record?.key ?? "",
      isActive: record?.isActive ?? true,
    }),
    ownRecords: true,
    check: checkBy(aiKeyForm),
    save: async (body, version, base) => {
      if (!aiKey) return add(body);
      // An unchanged mask keeps the stored key, even if another admin entered a new one meanwhile.
      const key = body.key === base?.key ? undefined : body.key;
      const params = { id: aiKey._id };
      return (await api(updateAiKey, { params, body: { ...body, key, version } })).body.data;
    },
    store: (saved) => storeEntry(client, listAiKeys, saved),
    onSaved: () => editorToasts.success(aiKey ? "Key updated successfully!" : "Key added successfully!"),
    failureTitle: aiKey ? "Failed to update key" : "Failed to add key",
  });
  const { form } = editor;

  return (
    <EditorForm
      editor={editor}
      subject={aiKey ? `ai-key:${aiKey._id}` : undefined}
      submitLabel={aiKey ? "Update Key" : "Add Key"}
      onSaved={props.onSaved}
      onClose={props.onCancel}
      onDirty={props.onDirty}
      onCancel={aiKey || editor.dirty ? props.onCancel : undefined}
    >
      <FieldCard title={aiKey ? "Edit key" : "Add key"}>
        <TextInput label="Name" required {...form.getInputProps("name")} />
        <PasswordInput
          label="Key"
          required
          // "off" would let a password manager fill in the person's own.
          autoComplete="new-password"
          description={aiKey ? "Left as it is, the stored key stays." : undefined}
          revealLabel="Show the key"
          {...form.getInputProps("key")}
        />
        <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
      </FieldCard>
    </EditorForm>
  );
}
