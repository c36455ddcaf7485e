import { useEffect, useEffectEvent } from "react";
import type { z } from "zod";
import { whenAtRest } from "#web/ui/when-at-rest.ts";

/** A field's dotted path → what is wrong with it. */
export type FieldErrors = Record<string, string>;

/** Empty where all is well. The server checks whatever is sent once more. */
export type CheckValues<V = unknown> = (values: V) => Promise<FieldErrors>;

/**
 * Checks values by the schema that the server checks with. Its script comes once the browser is at rest; who sends sooner
 * waits for it. Where it does not come, the server's answer alone tells what is wrong.
 */
export function useSchema(load: () => Promise<z.ZodType>): CheckValues {
  const begin = useEffectEvent(() => void load().catch(() => undefined));
  useEffect(() => whenAtRest(begin), []);
  return async (values) => {
    const schema = await load().catch(() => null);
    return schema ? errorsBy(schema, values) : {};
  };
}

/** The same where the whole form comes late, with its schema. */
export const checkBy =
  (schema: z.ZodType): CheckValues =>
  async (values) =>
    errorsBy(schema, values);

function errorsBy(schema: z.ZodType, values: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
    errors[path.map(String).join(".")] ??= message;
  return errors;
}
