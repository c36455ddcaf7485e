import type { z } from "zod";

/** The id that a form's field has, so that the summary of problems can lead to it. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll(".", "-")}`;
}

/** A form's `validate` from the schema that the server checks with: dotted path → text. */
export function schemaErrors(schema: z.ZodType) {
  return (values: unknown): Record<string, string> => {
    const checked = schema.safeParse(values);
    if (checked.success) return {};
    const errors: Record<string, string> = {};
    for (const issue of checked.error.issues) {
      const path = issue.path.map(String).join(".");
      errors[path] ??= issue.message;
    }
    return errors;
  };
}
