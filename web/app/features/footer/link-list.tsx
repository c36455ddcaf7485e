import { Button, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { FooterForm } from "#contract/footer.ts";
import styles from "#web/ui/editing/editing.module.css";

/** A list of links with text (or platform), address and a switch; moved up and down by buttons. */
export function LinkList(props: {
  form: UseFormReturnType<FooterForm>;
  path: "topSection.socialLinks" | "middleSection.quickLinks" | "bottomSection.legalLinks";
  title: string;
  nameField: "platform" | "text";
  nameLabel: string;
  entryName: string;
  addLabel: string;
  entries: readonly { isActive: boolean }[];
}) {
  const { form, path, nameField, entryName, entries } = props;
  const move = (from: number, to: number) => form.reorderListItem(path, { from, to });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupTitle}>{props.title}</legend>
      {entries.map((_, index) => {
        const name = `${entryName} ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id; every field is controlled.
          <fieldset key={index} className={styles.entry}>
            <legend className="visually-hidden">{name}</legend>
            <div className={styles.pair}>
              <TextInput label={props.nameLabel} {...form.getInputProps(`${path}.${index}.${nameField}`)} />
              <TextInput type="url" label="URL" {...form.getInputProps(`${path}.${index}.url`)} />
            </div>
            <div className={styles.row}>
              <Switch
                className={styles.grow}
                label="Active"
                {...form.getInputProps(`${path}.${index}.isActive`, { type: "checkbox" })}
              />
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
                disabled={index === entries.length - 1}
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
          onClick={() => form.insertListItem(path, { [nameField]: "", url: "", isActive: true } as never)}
        >
          {props.addLabel}
        </Button>
      </div>
    </fieldset>
  );
}
