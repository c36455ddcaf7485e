import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { pointNames } from "#contract/package-offer.ts";
import { addPackage, editPackage, listPackages, type PackageRecord } from "#contract/packages.ts";
import { type MembershipLevel, membershipLevels } from "#contract/roles.ts";
import { api } from "#web/api/client.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import { PackageCost } from "#web/features/admin-packages/package-cost.tsx";
import { useSchema } from "#web/ui/check-values.ts";
import { leaveQuestion, useConfirm } from "#web/ui/confirm.tsx";
import { EditorForm, EditorLayout, FieldCard } from "#web/ui/editing/editor-form.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { PreviewFrame } from "#web/ui/editing/preview.tsx";
import { useAddOnce } from "#web/ui/editing/use-add-once.ts";
import { useLastPrice, useLastRead } from "#web/ui/editing/use-last-read.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";
import { SimpleGrid } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { optionsOf } from "#web/ui/options.ts";

type Values = {
  packageName: string;
  price: string;
  credit: string;
  validity: string;
  membershipLevel: MembershipLevel;
} & Record<(typeof pointNames)[number], string>;

function valuesOf(record: PackageRecord | null): Values {
  const points = Object.fromEntries(pointNames.map((name) => [name, record?.[name] ?? ""]));
  return {
    ...(points as Record<(typeof pointNames)[number], string>),
    packageName: record?.packageName ?? "",
    price: record ? String(record.price) : "",
    credit: record ? String(record.credit) : "",
    validity: String(record?.validity ?? 30),
    membershipLevel: record?.membershipLevel ?? "premium",
  };
}

export function PackageModal(props: {
  found: PackageRecord | null;
  preview: (packages: PackageRecord[]) => ReactNode;
  nextOrder: number;
  currency: string;
  onClose: () => void;
  onSaved: () => void | Promise<void>;
}) {
  const { found } = props;
  const client = useQueryClient();
  const ask = useConfirm();
  const add = useAddOnce(async (values: Values, idempotencyKey) => {
    // Apart from what was typed: the next order is another one once the list holds a package whose answer was lost.
    const body = { ...toSend(values), order: props.nextOrder, idempotencyKey };
    return (await api(addPackage, { body })).body.data;
  });
  const editor = useRecordForm<PackageRecord, Values>({
    record: found,
    valuesOf,
    check: useSchema(async () => (await import("#contract/package-form.ts")).packageInput),
    save: async (values, version) => {
      if (!found) return add(values);
      const params = { id: found._id };
      return (await api(editPackage, { params, body: { ...toSend(values), version } })).body.data;
    },
    store: (saved) => storeEntry(client, listPackages, saved),
    onSaved: () => editorToasts.success(found ? "Package updated." : "Package added."),
    failureTitle: found ? "Failed to update package" : "Failed to add package",
  });
  const { form } = editor;

  async function close() {
    if (!editor.dirty || (await ask(leaveQuestion))) props.onClose();
  }

  const { values } = form;
  const price = useLastPrice(values.price, found?.price);
  const credit = useLastRead(wholeOf(values.credit));
  const validity = useLastRead(wholeOf(toSend(values).validity));
  /** The package as visitors would see it with what is typed now. */
  const draft: PackageRecord = {
    ...{ _id: "draft", version: 0, createdAt: "", order: props.nextOrder, ...found },
    ...values,
    price,
    credit: credit ?? 0,
    validity: validity ?? 0,
  };
  return (
    <Modal opened onClose={close} size="min(80rem, 100%)" title={found ? "Edit Package" : "Add New Package"}>
      <EditorLayout
        form={
          <EditorForm
            editor={editor}
            subject={found ? `package:${found._id}` : undefined}
            submitLabel={found ? "Save Changes" : "Add Package"}
            onSaved={props.onSaved}
            onClose={props.onClose}
            onCancel={close}
          >
            <TextInput label="Package name" required data-autofocus {...form.getInputProps("packageName")} />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput label="Price" inputMode="decimal" required {...form.getInputProps("price")} />
              <TextInput label="Credit" inputMode="numeric" required {...form.getInputProps("credit")} />
              <TextInput
                label="Validity"
                description="Days of membership; 0 for credits alone."
                inputMode="numeric"
                {...form.getInputProps("validity")}
              />
              <NativeSelect
                label="Membership level"
                description="What the buyer becomes for those days."
                data={optionsOf(membershipLevels)}
                {...form.getInputProps("membershipLevel")}
              />
            </SimpleGrid>
            <PackageCost price={draft.price} credit={draft.credit} currency={props.currency} />
            <FieldCard title="Feature lines">
              {pointNames.map((name, index) => (
                <TextInput key={name} label={`Line ${index + 1}`} {...form.getInputProps(name)} />
              ))}
            </FieldCard>
          </EditorForm>
        }
        preview={<PreviewFrame title="Preview of the package">{props.preview([draft])}</PreviewFrame>}
      />
    </Modal>
  );
}

/** An emptied validity is none, as the preview shows it; what is blank or absent would stay as it was in an edit. */
function toSend(values: Values): Values {
  return { ...values, validity: values.validity.trim() || "0" };
}

const wholeOf = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null);
