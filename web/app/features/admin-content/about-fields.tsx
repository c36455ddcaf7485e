import type { AboutForm } from "#contract/about.ts";
import styles from "#web/ui/editing/editing.module.css";
import { FieldCard } from "#web/ui/editing/editor-form.tsx";
import type { FormValues } from "#web/ui/editing/form-values.ts";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { RecordList } from "#web/ui/editing/record-list.tsx";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Textarea, TextInput } from "#web/ui/elements/inputs.tsx";
import { Stack } from "#web/ui/elements/layout.tsx";

export function SectionFields(props: {
  form: FormValues<AboutForm>;
  section: "section1" | "section2";
  note: string;
}) {
  const { form, section } = props;
  const { features, images } = form.values[section];
  const input = (name: string) => form.getInputProps(`${section}.${name}`);
  return (
    <Stack gap="md">
      <p className={styles.panelText}>{props.note}</p>
      <Switch
        label="Show this section"
        {...form.getInputProps(`${section}.isActive`, { type: "checkbox" })}
      />
      <TextInput label="Subtitle" {...input("subtitle")} />
      <TextInput label="Title" required {...input("title")} />
      <Textarea label="Description" required {...input("description")} />

      <FieldCard title="Features">
        <RecordList
          key={section}
          form={form}
          path={`${section}.features`}
          count={features.length}
          entryName="Feature"
          addLabel="Add feature"
          blank={{ text: "" }}
          minimum={1}
        >
          {(index) => (
            <TextInput aria-label={`Feature ${index + 1}`} required {...input(`features.${index}.text`)} />
          )}
        </RecordList>
      </FieldCard>

      <TextInput label="Button text" {...input("buttonText")} />
      <TextInput label="Button link" {...input("buttonLink")} />

      <FieldCard title="Images">
        <RecordList
          key={section}
          form={form}
          path={`${section}.images`}
          count={images.length}
          entryName="Image"
          addLabel="Add image slot"
          blank={{ url: "", alt: "" }}
          minimum={2}
        >
          {(index) => (
            <ImageField
              label={`Image ${index + 1} URL`}
              altLabel={`Image ${index + 1} alternative text`}
              input={input(`images.${index}.url`)}
              alt={input(`images.${index}.alt`)}
            />
          )}
        </RecordList>
      </FieldCard>
    </Stack>
  );
}
