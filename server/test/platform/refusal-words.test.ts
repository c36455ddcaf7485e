import { expect, test } from "vitest";
import type { z } from "zod";
import * as contract from "#contract/all.ts";
import type { Call } from "#contract/call.ts";

/** How the library begins what it says where a schema has no sentence of its own. */
const library = /^(Invalid (input|option|string)|Too (big|small))/;
/** Switches, lists and parts, which a screen sends whole. */
const whole = /expected (boolean|object|array|record|false)/;
/** What screens, providers and programs send, and nobody types. */
const untyped =
  /^(id|\w+Ids?|\w*[kK]ey|[uU]serEmail|token|termsAccepted|kind|sender|mode|passkey|response|from|assignee|upTo|pageToken|picture|download|provider|code|state|error|scope|v)$/;
/** What may stand in a field of text or of numbers, and behind a name in an address. */
const entered = ["", " ", "abc", "a b", "-1", "1.5", "999999999999", "x".repeat(20_000), -1, 1.5, 1e12];

function wordsOfLibrary(schema: z.ZodObject | undefined): string[] {
  return Object.entries(schema?.shape ?? {}).flatMap(([name, field]) => {
    if (untyped.test(name)) return [];
    const issues = entered.flatMap((value) => {
      const { error } = (field as z.ZodType).safeParse(value);
      // A text field holds no number.
      return (error?.issues ?? []).filter(
        ({ message }) => !(typeof value === "number" && /expected string|^Invalid input$/.test(message)),
      );
    });
    const said = issues
      .map(({ message }) => message)
      .filter((text) => library.test(text) && !whole.test(text));
    return [...new Set(said)].map((text) => `${name}: ${text}`);
  });
}

test("whatever is typed into a form or an address is refused in the shop's own words", () => {
  const calls = Object.entries(contract as object).filter(([, made]) => made.method && made.path) as [
    string,
    Call,
  ][];
  expect(calls.length).toBeGreaterThan(100);
  const found = calls.flatMap(([name, { query, body }]) =>
    [query, body].flatMap((schema) => wordsOfLibrary(schema as z.ZodObject).map((text) => `${name}.${text}`)),
  );
  expect(found).toEqual([]);
});
