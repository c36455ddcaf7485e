import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { addItem, editItem, type ItemRecord, listItems } from "#contract/items.ts";
import { api } from "#web/api/client.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import { useSchema } from "#web/ui/check-values.ts";
import { leaveQuestion, useConfirm } from "#web/ui/confirm.tsx";
import { EditorForm, EditorLayout, FieldCard } from "#web/ui/editing/editor-form.tsx";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { PreviewFrame } from "#web/ui/editing/preview.tsx";
import { useAddOnce } from "#web/ui/editing/use-add-once.ts";
import { useLastPrice } from "#web/ui/editing/use-last-read.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { Checkbox, Switch } from "#web/ui/elements/choice.tsx";
import { Textarea, TextInput } from "#web/ui/elements/inputs.tsx";

export type ItemPreview = (item: ItemRecord) => ReactNode;

type Values = {
  itemName: string;
  price: string;
  description: string;
  guidelines: string;
  accessUrl: string;
  imageUrl: string;
  imageAlt: string;
  isActive: boolean;
};

const valuesOf = (record: ItemRecord | null): Values => ({
  itemName: record?.itemName ?? "",
  price: record ? String(record.price) : "",
  description: record?.description ?? "",
  guidelines: record?.guidelines ?? "",
  accessUrl: record?.accessUrl ?? "",
  imageUrl: record?.imageUrl ?? "",
  imageAlt: record?.imageAlt ?? "",
  isActive: record?.isActive ?? true,
});

export function ItemEditor(props: {
  item: ItemRecord | null;
  preview: ItemPreview;
  onCancel: () => void;
  onSaved: () => void | Promise<void>;
}) {
  const { item } = props;
  const client = useQueryClient();
  const confirm = useConfirm();
  const first = useRef<HTMLInputElement>(null);
  const [forBuyers, setForBuyers] = useState(false);
  const add = useAddOnce(
    async (values: Values, idempotencyKey) =>
      (await api(addItem, { body: { ...values, idempotencyKey } })).body.data,
  );
  const editor = useRecordForm<ItemRecord, Values>({
    record: item,
    valuesOf,
    check: useSchema(async () => (await import("#contract/item-form.ts")).itemInput),
    save: async (body, version) => {
      if (!item) return add(body);
      const params = { id: item._id };
      return (await api(editItem, { params, body: { ...body, version, forBuyers } })).body.data;
    },
    store: (saved) => storeEntry(client, listItems, saved),
    onSaved: () => editorToasts.success(item ? "Item updated." : "Item added."),
    failureTitle: item ? "Failed to update item" : "Failed to add item",
  });
  const { form } = editor;
  const price = useLastPrice(form.values.price, item?.price);
  useEffect(() => first.current?.focus(), []);

  async function cancel() {
    if (!editor.dirty || (await confirm(leaveQuestion))) props.onCancel();
  }

  const stamp = { _id: "draft", slug: "", itemId: "", version: 0, createdAt: "", ...item };
  return (
    <EditorLayout
      form={
        <EditorForm
          editor={editor}
          subject={item ? `item:${item._id}` : undefined}
          submitLabel={item ? "Save Changes" : "Add Item"}
          onSaved={props.onSaved}
          onClose={props.onCancel}
          onCancel={cancel}
        >
          <FieldCard title={item ? "Edit item" : "Add item"}>
            <TextInput ref={first} label="Item name" required {...form.getInputProps("itemName")} />
            <TextInput label="Price" inputMode="decimal" required {...form.getInputProps("price")} />
            <Textarea
              label="Description"
              description="For everyone, before they buy."
              {...form.getInputProps("description")}
            />
            <ImageField
              label="Image URL"
              input={form.getInputProps("imageUrl") as ImageInput}
              alt={form.getInputProps("imageAlt") as ImageInput}
            />
            <TextInput
              type="url"
              label="Access URL"
              description="The good itself: buyers alone see it, after payment."
              {...form.getInputProps("accessUrl")}
            />
            <Textarea
              label="Guidelines"
              description="How to use it; also for buyers alone."
              {...form.getInputProps("guidelines")}
            />
            {item && (
              <Checkbox
                label="Earlier buyers get this address and these guidelines too"
                description="Otherwise their orders keep what was bought."
                checked={forBuyers}
                onChange={(event) => setForBuyers(event.currentTarget.checked)}
              />
            )}
            <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
          </FieldCard>
        </EditorForm>
      }
      preview={
        <PreviewFrame title="Preview of the item" hidden={!form.values.isActive}>
          {props.preview({
            ...stamp,
            ...form.values,
            price,
          })}
        </PreviewFrame>
      }
    />
  );
}

type ImageInput = Parameters<typeof ImageField>[0]["input"];
