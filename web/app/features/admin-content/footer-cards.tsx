import type { FooterForm } from "#contract/footer-form.ts";
import styles from "#web/ui/editing/editing.module.css";
import { FieldCard } from "#web/ui/editing/editor-form.tsx";
import type { FormValues } from "#web/ui/editing/form-values.ts";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { RecordList } from "#web/ui/editing/record-list.tsx";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Textarea, TextInput } from "#web/ui/elements/inputs.tsx";

type CardProps = { form: FormValues<FooterForm> };

export function TopCard({ form }: CardProps) {
  const input = (name: string) => form.getInputProps(`topSection.${name}`);
  return (
    <FieldCard title="Top section">
      <TextInput type="url" label="Video URL" description="A YouTube address." {...input("videoUrl")} />
      <ImageField label="Image URL" input={input("imageUrl")} alt={input("imageAlt")} />
      <TextInput label="Tooltip text" {...input("tooltipText")} />
      <TextInput label="Logo text" {...input("logoText")} />
      <Textarea label="Description" {...input("description")} />
      <LinkList
        form={form}
        path="topSection.socialLinks"
        title="Social links"
        nameField="platform"
        nameLabel="Platform"
        count={form.values.topSection.socialLinks.length}
        addLabel="Add social link"
        entryName="Social link"
      />
    </FieldCard>
  );
}

export function MiddleCard({ form }: CardProps) {
  const input = (name: string) => form.getInputProps(`middleSection.${name}`);
  return (
    <FieldCard title="Middle section">
      <ImageField
        label="Logo URL"
        description="Its alternative text is the logo text of the top section. 'Logo Update' takes one for dark grounds."
        input={input("logoUrl")}
      />
      <Textarea label="Description" {...input("description")} />
      <LinkList
        form={form}
        path="middleSection.quickLinks"
        title="Quick links"
        nameField="text"
        nameLabel="Text"
        count={form.values.middleSection.quickLinks.length}
        addLabel="Add quick link"
        entryName="Quick link"
      />
      <TextInput label="Address" {...input("contactInfo.address")} />
      <TextInput type="email" label="E-mail" {...input("contactInfo.email")} />
      <TextInput type="tel" label="Phone" {...input("contactInfo.phone")} />
    </FieldCard>
  );
}

export function BottomCard({ form }: CardProps) {
  return (
    <FieldCard title="Bottom section">
      <TextInput label="Copyright text" {...form.getInputProps("bottomSection.copyrightText")} />
      <LinkList
        form={form}
        path="bottomSection.legalLinks"
        title="Legal links"
        nameField="text"
        nameLabel="Text"
        count={form.values.bottomSection.legalLinks.length}
        addLabel="Add legal link"
        entryName="Legal link"
      />
    </FieldCard>
  );
}

/** A list of links with text (or platform), address and a switch. */
function LinkList(props: {
  form: FormValues<FooterForm>;
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
