import { useEffect, useEffectEvent } from "react";
import {
  mostReferencesOfGeneration,
  nicheValues,
  styles,
  titleMaxLength,
  wordChoices,
} from "#contract/generation-options.ts";
import type { Generation } from "#contract/generations.ts";
import { startOf } from "#contract/plain-text.ts";
import {
  blank,
  type GeneratorForm,
  keepingText,
  reusedForm,
  startForm,
  withTitle,
} from "#web/features/generations/form-state.ts";
import type { Templates } from "#web/features/generations/templates.ts";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";
import { readText, writeText } from "#web/ui/storage.ts";
import { parsed, useDraft } from "#web/ui/use-draft.ts";

const draftKey = (userId: string) => `${draftPrefix}generator:${userId}`;

/** Puts what a past run was asked for in the place of what was typed. */
export const writeReusedDraft = (userId: string, past: Generation, templates: Templates) =>
  writeFormDraft(userId, reusedForm(past, templates));

/** Puts another form in the place of what was typed, which can be brought back. */
export function writeFormDraft(userId: string, form: GeneratorForm): void {
  const key = draftKey(userId);
  const before = parsed(readText(key, "session"), readForm);
  writeText(key, JSON.stringify(before ? keepingText(before, form) : form), "session");
}

/** A title that another screen sent along as ?title= comes into the form, and leaves the address. */
export function useTitleInUrl(setForm: (next: (present: GeneratorForm) => GeneratorForm) => void): void {
  const { search, change } = useQueryInUrl();
  const sent = new URLSearchParams(search).get("title");
  const take = useEffectEvent((title: string) => {
    setForm((present) => withTitle(present, startOf(title, titleMaxLength)));
    change({ title: "" }, true);
  });
  useEffect(() => {
    if (sent) take(sent);
  }, [sent]);
}

/** The form, kept in this tab while the person is elsewhere. It starts from the template that the server picked. */
export function useFormDraft(userId: string, template: string) {
  return useDraft<GeneratorForm>(draftKey(userId), {
    place: "session",
    start: () => startForm(template),
    parse: readForm,
    format: JSON.stringify,
  });
}

const isText = (value: unknown) => typeof value === "string";
const isFact = (value: unknown) => typeof value === "boolean";
const isOneOf = (known: readonly string[]) => (value: unknown) => known.includes(value as string);
const isNullOr = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);
const hasTexts =
  (...names: string[]) =>
  (value: unknown) =>
    typeof value === "object" &&
    value !== null &&
    names.every((name) => isText((value as Record<string, unknown>)[name]));

/** By hand, since the library that checks the sent forms weighs more than this screen's own script. */
const isSound: Record<keyof GeneratorForm, (value: unknown) => boolean> = {
  title: isText,
  niche: isOneOf(nicheValues),
  style: isOneOf(styles),
  words: isNullOr(isOneOf(wordChoices)),
  video: isNullOr(hasTexts("id", "title", "channel")),
  references: (value) =>
    Array.isArray(value) && value.length <= mostReferencesOfGeneration && value.every((id) => isText(id)),
  brand: isNullOr(isFact),
  customPrompt: isText,
  template: isNullOr(isText),
  replaced: isNullOr(isText),
  enhanced: isNullOr(
    (value) =>
      hasTexts("text")(value) &&
      hasTexts("title", "niche", "style", "prompt")((value as { origin: unknown }).origin),
  ),
};

/** A draft; null where it is none. What came into the form since it was kept stands as it does in a blank one. */
export function readForm(text: string): GeneratorForm | null {
  const { words, video, references, brand } = blank;
  const read = { words, video, references, brand, ...(JSON.parse(text) as Record<string, unknown>) };
  const names = Object.keys(isSound) as (keyof GeneratorForm)[];
  const kept = Object.fromEntries(names.map((name) => [name, (read as Record<string, unknown>)[name]]));
  return names.every((name) => isSound[name](kept[name])) ? (kept as unknown as GeneratorForm) : null;
}
