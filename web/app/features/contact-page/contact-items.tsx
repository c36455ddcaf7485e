import { NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ContactItem, ContactPageForm } from "#contract/contact-page.ts";
import { FieldCard } from "#web/ui/editing/editor-form.tsx";
import { IconField } from "#web/ui/editing/icon-field.tsx";
import { RecordList } from "#web/ui/editing/record-list.tsx";
import { fieldId } from "#web/ui/editing/use-record-form.ts";

const path = "contactInfo";
const blank: ContactItem = { type: "email", icon: "", value: "", label: "" };
const types = [
  { value: "email", label: "E-mail" },
  { value: "phone", label: "Phone" },
];

export function ContactItems({ form }: { form: UseFormReturnType<ContactPageForm> }) {
  const items = form.values.contactInfo;
  return (
    <FieldCard title="Contact information">
      <RecordList
        form={form}
        path={path}
        count={items.length}
        entryName="Contact item"
        addLabel="Add contact item"
        blank={blank}
      >
        {(index) => {
          const at = `${path}.${index}`;
          return (
            <>
              <NativeSelect label="Type" data={types} {...form.getInputProps(`${at}.type`)} />
              <IconField
                label={`Icon of item ${index + 1}`}
                value={items[index]?.icon ?? ""}
                id={fieldId(`${at}.icon`)}
                error={form.errors[`${at}.icon`]}
                onChange={(value) => form.setFieldValue(`${at}.icon`, value)}
              />
              <TextInput
                type={items[index]?.type === "phone" ? "tel" : "email"}
                label="Value"
                required
                {...form.getInputProps(`${at}.value`)}
              />
              <TextInput label="Label" {...form.getInputProps(`${at}.label`)} />
            </>
          );
        }}
      </RecordList>
    </FieldCard>
  );
}
