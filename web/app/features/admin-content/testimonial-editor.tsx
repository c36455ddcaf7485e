import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import {
  addTestimonial,
  editTestimonial,
  listTestimonials,
  type TestimonialRecord,
  testimonialForm,
} from "#contract/testimonials.ts";
import { api } from "#web/api/client.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import { checkBy } from "#web/ui/check-values.ts";
import { EditorForm, FieldCard } from "#web/ui/editing/editor-form.tsx";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { useAddOnce } from "#web/ui/editing/use-add-once.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Textarea, TextInput } from "#web/ui/elements/inputs.tsx";

type Values = {
  quote: string;
  authorName: string;
  authorTitle: string;
  authorImage: string;
  authorImageAlt: string;
  isActive: boolean;
};

const valuesOf = (record: TestimonialRecord | null): Values => ({
  quote: record?.quote ?? "",
  authorName: record?.authorName ?? "",
  authorTitle: record?.authorTitle ?? "",
  authorImage: record?.authorImage ?? "",
  authorImageAlt: record?.authorImageAlt ?? "",
  isActive: record?.isActive ?? true,
});

export function TestimonialEditor(props: {
  testimonial: TestimonialRecord | null;
  onDraft: (draft: TestimonialRecord | null) => void;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: (text: string) => void | Promise<void>;
}) {
  const { testimonial, onDraft } = props;
  const client = useQueryClient();
  const add = useAddOnce(
    async (values: Values, idempotencyKey) =>
      (await api(addTestimonial, { body: { ...values, idempotencyKey } })).body.data,
  );
  const editor = useRecordForm<TestimonialRecord, Values>({
    record: testimonial,
    valuesOf,
    ownRecords: true,
    check: checkBy(testimonialForm),
    save: async (body, version) => {
      if (!testimonial) return add(body);
      const params = { id: testimonial._id };
      return (await api(editTestimonial, { params, body: { ...body, version } })).body.data;
    },
    store: (saved) => storeEntry(client, listTestimonials, saved),
    failureTitle: testimonial ? "Failed to update testimonial" : "Failed to create testimonial",
  });
  const { form } = editor;
  const { values } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft follows what is typed, nothing else.
  useEffect(() => {
    const started = testimonial !== null || values.quote !== "" || values.authorName !== "";
    const stamp = { _id: "draft", version: 0, createdAt: "", updatedAt: "", ...testimonial };
    onDraft(started ? { ...stamp, ...values } : null);
    return () => onDraft(null);
  }, [values]);

  const done = testimonial ? "Testimonial updated successfully!" : "Testimonial created successfully!";
  return (
    <EditorForm
      editor={editor}
      subject={testimonial ? `testimonials:${testimonial._id}` : undefined}
      submitLabel={testimonial ? "Update Testimonial" : "Add Testimonial"}
      onSaved={() => props.onSaved(done)}
      onClose={props.onCancel}
      onDirty={props.onDirty}
      onCancel={testimonial || editor.dirty ? props.onCancel : undefined}
    >
      <FieldCard title={testimonial ? "Edit testimonial" : "Add testimonial"}>
        <Textarea label="Quote" required {...form.getInputProps("quote")} />
        <TextInput label="Author name" required {...form.getInputProps("authorName")} />
        <TextInput label="Author title" required {...form.getInputProps("authorTitle")} />
        <ImageField
          label="Author image URL"
          input={form.getInputProps("authorImage")}
          alt={form.getInputProps("authorImageAlt")}
        />
        <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
      </FieldCard>
    </EditorForm>
  );
}
