import { z } from "zod";
import type { JsonSchema } from "#contract/openapi.ts";
import type { Names } from "./openapi-names.ts";
import { descriptionOf, titleOf } from "./openapi-texts.ts";

type Described = JsonSchema & { $ref?: string };

/** What is described once and referred to by its name. */
export class Components {
  readonly schemas: Record<string, Described> = {};
  readonly parameters: Record<string, object> = {};
  readonly responses: Record<string, object> = {};
  private readonly types: Names["types"];

  constructor(types: Names["types"]) {
    this.types = types;
  }

  add(kind: "parameters" | "responses", name: string, described: object): { $ref: string } {
    this[kind][name] = described;
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** A later shop may answer with fields that this one does not know, so objects of an answer are open to them. */
  schemaOf(schema: z.ZodType, io: "input" | "output"): Described {
    const made = z.toJSONSchema(schema, {
      io,
      metadata: this.types[io],
      unrepresentable: "any",
      target: "draft-2020-12",
      override: ({ zodSchema, jsonSchema }) => {
        const [title, description] = [titleOf(zodSchema), descriptionOf(zodSchema)];
        Object.assign(jsonSchema, title ? { title } : {}, description ? { description } : {});
        if (io === "input") Object.assign(jsonSchema, lengthOf(zodSchema), withoutKey(jsonSchema));
        if (io === "output" && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    });
    const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema, $defs, ...described } = JSON.parse(text);
    Object.assign(this.schemas, $defs);
    return described;
  }

  /** A schema itself, where there is its name. */
  named({ $ref, ...schema }: Described): Described {
    return $ref ? this.schemas[$ref.slice($ref.lastIndexOf("/") + 1)]! : schema;
  }
}

/** Of a text that is tidied first: how long it may be then. */
function lengthOf(schema: z.core.$ZodType): { maxLength?: number } {
  const out = schema instanceof z.ZodPipe ? schema.out : null;
  return out instanceof z.ZodString && out.maxLength !== null ? { maxLength: out.maxLength } : {};
}

/** The header Idempotency-Key may carry it in the body's place. */
function withoutKey({ required }: { required?: string[] }): { required?: string[] } {
  return required ? { required: required.filter((name) => name !== "idempotencyKey") } : {};
}
