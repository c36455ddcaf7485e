import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { ContactItem, ContactPageForm } from "#contract/contact-page.ts";
import styles from "#web/ui/editing/editing.module.css";
import { FieldCard } from "#web/ui/editing/editor-layout.tsx";
import { IconField } from "#web/ui/editing/icon-field.tsx";
import { fieldId } from "#web/ui/editing/schema-errors.ts";

const path = "contactInfo";
const blank: ContactItem = { type: "email", icon: "", value: "", label: "" };

export function ContactItems({ form }: { form: UseFormReturnType<ContactPageForm> }) {
  const items = form.values.contactInfo;
  const move = (from: number, to: number) => form.reorderListItem(path, { from, to });
  return (
    <FieldCard title="Contact information">
      {items.map((item, index) => {
        const at = `${path}.${index}`;
        const name = `Contact item ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id; every field is controlled.
          <fieldset key={index} className={styles.entry}>
            <legend className="visually-hidden">{name}</legend>
            <NativeSelect
              label="Type"
              data={[
                { value: "email", label: "E-mail" },
                { value: "phone", label: "Phone" },
              ]}
              {...form.getInputProps(`${at}.type`)}
            />
            <IconField
              label={`Icon of item ${index + 1}`}
              value={item.icon}
              id={fieldId(`${at}.icon`)}
              error={form.errors[`${at}.icon`]}
              onChange={(value) => form.setFieldValue(`${at}.icon`, value)}
            />
            <TextInput
              type={item.type === "phone" ? "tel" : "email"}
              label="Value"
              required
              {...form.getInputProps(`${at}.value`)}
            />
            <TextInput label="Label" {...form.getInputProps(`${at}.label`)} />
            <div className={styles.row}>
              <Button
                size="compact-md"
                variant="subtle"
                color="gray"
                disabled={index === 0}
                aria-label={`Move ${name} up`}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp size={16} aria-hidden />
              </Button>
              <Button
                size="compact-md"
                variant="subtle"
                color="gray"
                disabled={index === items.length - 1}
                aria-label={`Move ${name} down`}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown size={16} aria-hidden />
              </Button>
              <Button
                size="compact-md"
                variant="subtle"
                color="red"
                aria-label={`Remove ${name}`}
                onClick={() => form.removeListItem(path, index)}
              >
                <Trash2 size={16} aria-hidden />
              </Button>
            </div>
          </fieldset>
        );
      })}
      <div>
        <Button
          size="sm"
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => form.insertListItem(path, { ...blank })}
        >
          Add contact item
        </Button>
      </div>
    </FieldCard>
  );
}
