import { Button, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { Plus, Trash2 } from "lucide-react";
import type { AboutForm } from "#contract/about.ts";
import styles from "#web/ui/editing/editing.module.css";
import { FieldCard } from "#web/ui/editing/editor-layout.tsx";
import { ImageField } from "#web/ui/editing/image-field.tsx";

export function SectionFields(props: {
  form: UseFormReturnType<AboutForm>;
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
        {features.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id; every field is controlled.
          <div key={index} className={styles.row}>
            <TextInput
              className={styles.grow}
              label={`Feature ${index + 1}`}
              required
              {...input(`features.${index}.text`)}
            />
            <Button
              variant="subtle"
              color="red"
              disabled={features.length === 1}
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => form.removeListItem(`${section}.features`, index)}
            >
              Remove<span className="visually-hidden"> feature {index + 1}</span>
            </Button>
          </div>
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => form.insertListItem(`${section}.features`, { text: "" })}
          >
            Add feature
          </Button>
        </div>
      </FieldCard>

      <TextInput label="Button text" {...input("buttonText")} />
      <TextInput label="Button link" {...input("buttonLink")} />

      <FieldCard title="Images">
        {images.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id; every field is controlled.
          <div key={index} className={styles.entry}>
            <ImageField
              label={`Image ${index + 1} URL`}
              altLabel={`Image ${index + 1} alternative text`}
              input={input(`images.${index}.url`) as Parameters<typeof ImageField>[0]["input"]}
              alt={input(`images.${index}.alt`) as Parameters<typeof ImageField>[0]["input"]}
            />
            {images.length > 2 && (
              <div>
                <Button
                  size="sm"
                  variant="subtle"
                  color="red"
                  onClick={() => form.removeListItem(`${section}.images`, index)}
                >
                  Remove slot {index + 1}
                </Button>
              </div>
            )}
          </div>
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => form.insertListItem(`${section}.images`, { url: "", alt: "" })}
          >
            Add image slot
          </Button>
        </div>
      </FieldCard>
    </Stack>
  );
}
