import { Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { FooterForm } from "#contract/footer.ts";
import styles from "#web/ui/editing/editing.module.css";
import { RecordList } from "#web/ui/editing/record-list.tsx";

/** A list of links with text (or platform), address and a switch. */
export function LinkList(props: {
  form: UseFormReturnType<FooterForm>;
  path: "topSection.socialLinks" | "middleSection.quickLinks" | "bottomSection.legalLinks";
  title: string;
  nameField: "platform" | "text";
  nameLabel: string;
  entryName: string;
  addLabel: string;
  count: number;
}) {
  const { form, path, nameField } = props;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupTitle}>{props.title}</legend>
      <RecordList
        form={form}
        path={path}
        count={props.count}
        entryName={props.entryName}
        addLabel={props.addLabel}
        blank={{ [nameField]: "", url: "", isActive: true }}
      >
        {(index) => (
          <>
            <div className={styles.pair}>
              <TextInput label={props.nameLabel} {...form.getInputProps(`${path}.${index}.${nameField}`)} />
              <TextInput type="url" label="URL" {...form.getInputProps(`${path}.${index}.url`)} />
            </div>
            <Switch
              label="Active"
              {...form.getInputProps(`${path}.${index}.isActive`, { type: "checkbox" })}
            />
          </>
        )}
      </RecordList>
    </fieldset>
  );
}
