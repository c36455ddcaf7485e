import { Button, Modal, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { addPackage, editPackage, type PackageRecord, packageInput, pointNames } from "#contract/packages.ts";
import { type MembershipLevel, membershipLevels } from "#contract/roles.ts";
import { api } from "#web/api/client.ts";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import { FieldCard } from "#web/ui/editing/editor-layout.tsx";
import { editorToasts } from "#web/ui/editing/editor-toasts.ts";
import { FailureNotice } from "#web/ui/editing/failure-notice.tsx";
import { useAsk } from "#web/ui/editing/use-ask.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { FormShell } from "#web/ui/form-shell.tsx";

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
  nextOrder: number;
  onClose: () => void;
  onSaved: () => void | Promise<void>;
}) {
  const { found } = props;
  const { ask, asking } = useAsk();
  const editor = useRecordForm<PackageRecord, Values>({
    record: found,
    valuesOf,
    schema: packageInput,
    save: async (values, version) => {
      if (!found) return (await api(addPackage, { body: { ...values, order: props.nextOrder } })).data.data;
      const params = { id: found._id };
      return (await api(editPackage, { params, body: { ...values, version } })).data.data;
    },
    onSaved: () => editorToasts.success(found ? "Package updated." : "Package added."),
    failureTitle: found ? "Failed to update package" : "Failed to add package",
  });
  const { form } = editor;

  async function close() {
    const sure =
      !editor.dirty ||
      (await ask({
        title: "Close without saving?",
        message: "What you typed will be lost.",
        confirmLabel: "Close without saving",
        cancelLabel: "Stay",
      }));
    if (sure) props.onClose();
  }

  async function submit() {
    if (await editor.submit()) await props.onSaved();
  }

  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!asking}
      size="lg"
      title={found ? "Edit Package" : "Add New Package"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <FormShell
        submitLabel={found ? "Save Changes" : "Add Package"}
        busyLabel="Saving..."
        busy={editor.busy}
        dirty={editor.dirty}
        problems={editor.problems}
        onSubmit={submit}
        actions={
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        }
      >
        <FailureNotice failure={editor.failure} />
        <ConflictNotice editor={editor} />
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
            data={[...membershipLevels]}
            {...form.getInputProps("membershipLevel")}
          />
        </SimpleGrid>
        <FieldCard title="Feature lines">
          {pointNames.map((name, index) => (
            <TextInput key={name} label={`Line ${index + 1}`} {...form.getInputProps(name)} />
          ))}
        </FieldCard>
      </FormShell>
    </Modal>
  );
}
