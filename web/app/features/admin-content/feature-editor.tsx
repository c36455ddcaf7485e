import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  addFeature,
  defaultFeatureCategory,
  editFeature,
  type FeatureRecord,
  featureForm,
  listFeatures,
} from "#contract/features.ts";
import { isIconImage, plainIcon } from "#contract/icons.ts";
import { api } from "#web/api/client.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import { checkBy } from "#web/ui/check-values.ts";
import { EditorForm, FieldCard } from "#web/ui/editing/editor-form.tsx";
import { IconField } from "#web/ui/editing/icon-field.tsx";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { useAddOnce } from "#web/ui/editing/use-add-once.ts";
import { fieldId, useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Textarea, TextInput } from "#web/ui/elements/inputs.tsx";
import { NumberInput } from "#web/ui/elements/number-input.tsx";
import { SegmentedControl } from "#web/ui/elements/segmented-control.tsx";

type IconType = "image" | "class";
type Values = {
  title: string;
  description: string;
  icon: string;
  iconAlt: string;
  category: string;
  order: number | string;
  isActive: boolean;
};

/** Add mode without a feature, edit mode with one. What is typed goes to the preview through `onDraft`. */
export function FeatureEditor(props: {
  feature: FeatureRecord | null;
  nextOrder: number;
  onDraft: (draft: FeatureRecord | null) => void;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void | Promise<void>;
}) {
  const { feature, nextOrder, onDraft } = props;
  const client = useQueryClient();
  const [iconType, setIconType] = useState<IconType>(
    !feature || feature.icon === "" || isIconImage(feature.icon) ? "image" : "class",
  );
  const add = useAddOnce(
    async (values: Values, idempotencyKey) =>
      (await api(addFeature, { body: { ...values, idempotencyKey } })).body.data,
  );
  const editor = useRecordForm<FeatureRecord, Values>({
    record: feature,
    valuesOf: (record) => ({
      title: record?.title ?? "",
      description: record?.description ?? "",
      icon: record?.icon ?? "",
      iconAlt: record?.iconAlt ?? "",
      category: record?.category ?? defaultFeatureCategory,
      order: record?.order ?? nextOrder,
      isActive: record?.isActive ?? true,
    }),
    ownRecords: true,
    check: checkBy(featureForm),
    save: async (values, version, base) => {
      const icon = values.icon.trim() === "" && iconType === "class" ? plainIcon : values.icon;
      const body = { ...values, icon };
      if (!feature) return add(body);
      const params = { id: feature._id };
      // The list may have been reordered meanwhile: the number is sent only if it was typed here.
      const order = values.order === base?.order ? undefined : values.order;
      return (await api(editFeature, { params, body: { ...body, order, version } })).body.data;
    },
    store: (saved) => storeEntry(client, listFeatures, saved),
    onSaved: () =>
      editorToasts.success(feature ? "Feature updated successfully!" : "Feature added successfully!"),
    failureTitle: feature ? "Failed to update feature" : "Failed to add feature",
  });
  const { form } = editor;
  const { values } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft follows what is typed, nothing else.
  useEffect(() => {
    const started = feature !== null || values.title !== "" || values.description !== "";
    onDraft(started ? draftOf(feature, values) : null);
    return () => onDraft(null);
  }, [values]);

  return (
    <EditorForm
      editor={editor}
      subject={feature ? `features-section:${feature._id}` : undefined}
      submitLabel={feature ? "Update Feature" : "Add Feature"}
      onSaved={props.onSaved}
      onClose={props.onCancel}
      onDirty={props.onDirty}
      onCancel={feature || editor.dirty ? props.onCancel : undefined}
    >
      <FieldCard title={feature ? "Edit feature" : "Add feature"}>
        <TextInput label="Title" required {...form.getInputProps("title")} />
        <Textarea label="Description" required {...form.getInputProps("description")} />
        <SegmentedControl
          aria-label="Icon type"
          value={iconType}
          onChange={(type) => {
            setIconType(type as IconType);
            form.setFieldValue("icon", "");
          }}
          data={[
            { value: "image", label: "Image" },
            { value: "class", label: "Icon class" },
          ]}
        />
        {iconType === "image" ? (
          <ImageField
            label="Icon image URL"
            input={form.getInputProps("icon")}
            alt={form.getInputProps("iconAlt")}
          />
        ) : (
          <IconField
            label="Icon class"
            id={fieldId("icon")}
            value={values.icon}
            error={form.errors.icon}
            onChange={(icon) => form.setFieldValue("icon", icon)}
          />
        )}
        <TextInput label="Category" {...form.getInputProps("category")} />
        <NumberInput
          label="Order"
          description="Lower comes first."
          min={0}
          allowDecimal={false}
          {...form.getInputProps("order")}
        />
        <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
      </FieldCard>
    </EditorForm>
  );
}

function draftOf(feature: FeatureRecord | null, values: Values): FeatureRecord {
  const stamp = { version: 0, createdAt: "", updatedAt: "", _id: "draft", ...feature };
  return { ...stamp, ...values, order: Number(values.order) || 0 };
}
