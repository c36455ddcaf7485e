import { z } from "zod";
import type { JsonSchema } from "#contract/openapi.ts";
import { descriptionOf, titleOf } from "./openapi-texts.ts";

/** A later shop may answer with fields that this one does not know, so objects of an answer are open to them. */
export function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
    override: ({ zodSchema, jsonSchema }) => {
      const [title, description] = [titleOf(zodSchema), descriptionOf(zodSchema)];
      Object.assign(jsonSchema, title ? { title } : {}, description ? { description } : {});
      if (io === "input") Object.assign(jsonSchema, lengthOf(zodSchema));
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as JsonSchema;
}

/** Of a text that is tidied first: how long it may be then. */
function lengthOf(schema: z.core.$ZodType): { maxLength?: number } {
  const out = schema instanceof z.ZodPipe ? schema.out : null;
  return out instanceof z.ZodString && out.maxLength !== null ? { maxLength: out.maxLength } : {};
}
