import { z } from "zod";
import * as contract from "#contract/all.ts";
import type { Call } from "#contract/call.ts";
import { webhookMessage } from "#contract/webhooks.ts";

type TypeNames = z.core.$ZodRegistry<{ id: string }>;

/** What a program gets from the description: functions and types, by the names that the contract has for them. */
export interface Names {
  operations: Map<Call, string>;
  /** Of what is answered, and of what is sent: a schema says something else there, so that one of both is two types. */
  types: Record<"output" | "input", TypeNames>;
}

export function namesOfContract(): Names {
  const operations = new Map<Call, string>();
  const ids = new Map<z.ZodType, string>();
  const name = (schema: unknown, id: string) => {
    const isType = schema instanceof z.ZodObject || schema instanceof z.ZodUnion;
    if (isType && !ids.has(schema)) ids.set(schema, id);
  };
  for (const [key, value] of Object.entries<unknown>(contract)) {
    name(value, capitalised(key.replace(/Record$/, "")));
    if (isCall(value)) operations.set(value, key);
  }
  for (const message of webhookMessage.options) {
    const words = message.shape.type.value.split(".").map(capitalised);
    name(message, `${words.join("")}Message`);
  }
  for (const [{ body, answer, params, query, form }, key] of operations) {
    // What one call alone sends or answers has its name. A single field would say no more by a type of its own.
    if (!isSmall(body)) name(body, `${capitalised(key)}Request`);
    if (!isSmall(resultOf(answer))) name(resultOf(answer), `${capitalised(key)}Result`);
    // These are told field by field.
    for (const fields of [params, query, form?.fields]) if (fields) ids.delete(fields);
  }
  return { operations, types: typesOf(ids, [...operations.keys()]) };
}

function typesOf(ids: Map<z.ZodType, string>, calls: Call[]): Names["types"] {
  const output: TypeNames = z.registry();
  const input: TypeNames = z.registry();
  for (const [schema, id] of ids) output.add(schema, { id });
  const answered = new Set(
    calls.flatMap(({ answer }) =>
      Object.keys(z.toJSONSchema(answer, { metadata: output, unrepresentable: "any" }).$defs ?? {}),
    ),
  );
  for (const [schema, id] of ids) input.add(schema, { id: answered.has(id) ? `${id}Input` : id });
  return { output, input };
}

const capitalised = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());

function isCall(value: unknown): value is Call {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

function isSmall(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length < 2;
}

/** What an answer is about: what its envelope holds, and of a list one entry. */
function resultOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject && "success" in schema.shape && "data" in schema.shape)
    return resultOf(schema.shape.data as z.ZodType);
  if (schema instanceof z.ZodArray) return resultOf(schema.element as z.ZodType);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return resultOf(schema.unwrap() as z.ZodType);
  return schema;
}
