import { useEffect, useEffectEvent } from "react";
import { z } from "zod";
import {
  defaultNiche,
  defaultStyle,
  mostReferencesOfRun,
  type Niche,
  niches,
  resetNiche,
  resetStyle,
  styles,
  titleMaxLength,
  type WordChoice,
  wordChoices,
} from "#contract/generation-options.ts";
import { pickTemplate, retitle, templateOf } from "#web/features/generations/templates.ts";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";
import { useDraft, writeDraft } from "#web/ui/use-draft.ts";

const nicheValues = niches.map(({ value }) => value);

/** What an enhanced prompt was made from, and so belongs to. */
const origin = z.object({
  title: z.string(),
  niche: z.string(),
  style: z.string(),
  /** The custom prompt's template; its text where it was written by hand. */
  prompt: z.string(),
});
export type Origin = z.output<typeof origin>;

const formVideo = z.object({ id: z.string(), title: z.string(), channel: z.string() });
/** The video that a thumbnail is made for. */
export type FormVideo = z.output<typeof formVideo>;

/** What a draft keeps, and so also what is believed of one that is read back. */
export const generatorForm = z.object({
  title: z.string(),
  niche: z.enum(nicheValues),
  style: z.enum(styles),
  /** Null is the shop's default. */
  words: z.enum(wordChoices).nullable().default(null),
  video: formVideo.nullable().default(null),
  /** Own pictures that the model gets to see. */
  references: z.array(z.string()).max(mostReferencesOfRun).default([]),
  /** Null leaves it to the brand whether it is used. */
  brand: z.boolean().nullable().default(null),
  customPrompt: z.string(),
  /** The template that the custom prompt was made from; null once it has been edited by hand. */
  template: z.string().nullable(),
  /** A text written by hand that Shuffle has replaced, so that it can be brought back. */
  replaced: z.string().nullable(),
  /** The field stays where it is once it has appeared, also while it is being emptied. */
  enhanced: z.object({ text: z.string(), origin }).nullable(),
});
export type GeneratorForm = z.output<typeof generatorForm>;

type Random = () => number;

function withTemplate(form: GeneratorForm, options: { not?: string; random?: Random }): GeneratorForm {
  const { template, prompt } = pickTemplate(form.niche, form.title, options);
  return { ...form, template, customPrompt: prompt };
}

const blank = {
  title: "",
  words: null,
  video: null,
  references: [],
  brand: null,
  customPrompt: "",
  template: null,
  replaced: null,
  enhanced: null,
};

/** The form as the screen opens. `random` is the server's number, so that both renders pick the same template. */
export function startForm(random: Random): GeneratorForm {
  return withTemplate({ ...blank, niche: defaultNiche, style: defaultStyle }, { random });
}

/** The form after Reset, whose niche and style differ from the start. */
export function resetForm(random?: Random): GeneratorForm {
  return withTemplate({ ...blank, niche: resetNiche, style: resetStyle }, random ? { random } : {});
}

/** Another title keeps the template and changes only the title in it; a prompt edited by hand stays as it is. */
export function withTitle(form: GeneratorForm, title: string): GeneratorForm {
  const next = { ...form, title };
  return form.template === null ? next : { ...next, customPrompt: retitle(form.template, title).prompt };
}

/** The video whose link stands in the title: its title comes in the link's place, unless something else was typed since. */
export function withVideo(
  form: GeneratorForm,
  { id, title, channel }: FormVideo,
  link: string,
): GeneratorForm {
  const isLink = form.title.trim() === link;
  const titled = isLink ? withTitle(form, [...title].slice(0, titleMaxLength).join("")) : form;
  return { ...titled, video: { id, title, channel } };
}

/** Another niche brings a template of its own, unless the prompt has been edited by hand. */
export function withNiche(form: GeneratorForm, niche: Niche, random?: Random): GeneratorForm {
  const next = { ...form, niche };
  return form.template === null ? next : withTemplate(next, random ? { random } : {});
}

export function withCustomPrompt(form: GeneratorForm, customPrompt: string): GeneratorForm {
  return { ...form, customPrompt, template: null, replaced: null };
}

/** Another template than the present one. A text written by hand is kept, to be brought back. */
export function shuffled(form: GeneratorForm, random?: Random): GeneratorForm {
  const byHand = form.template === null && form.customPrompt.trim() !== "";
  const options = {
    ...(form.template === null ? {} : { not: form.template }),
    ...(random ? { random } : {}),
  };
  return { ...withTemplate(form, options), replaced: byHand ? form.customPrompt : form.replaced };
}

export function restoreReplacedPrompt(form: GeneratorForm): GeneratorForm {
  return form.replaced === null ? form : withCustomPrompt(form, form.replaced);
}

export function originOf({ title, niche, style, template, customPrompt }: GeneratorForm): Origin {
  return { title: title.trim(), niche, style, prompt: template ?? customPrompt.trim() };
}

/** An enhanced prompt for the form as it is: written by hand, or taken over although it was made for another. */
export function withEnhancedPrompt(form: GeneratorForm, text: string): GeneratorForm {
  return { ...form, enhanced: { text, origin: originOf(form) } };
}

/** The model's answer, which belongs to the form that was sent. One that came into the form meanwhile stays. */
export function withEnhancement(form: GeneratorForm, text: string, sent: GeneratorForm): GeneratorForm {
  if (form.enhanced !== sent.enhanced) return form;
  return { ...form, enhanced: { text, origin: originOf(sent) } };
}

/** A past generation's input as a new form. A template that it used unchanged is one again, not a text written by hand. */
export function reusedForm(generation: {
  title: string;
  niche: string;
  style: string;
  words: WordChoice;
  customPrompt: string;
  enhancedPrompt: string;
  video?: { id: string; channel: string } | null | undefined;
  references: string[];
  brand: boolean | null;
}): GeneratorForm {
  const { title, customPrompt, enhancedPrompt, video, references, brand } = generation;
  const niche = nicheValues.find((value) => value === generation.niche) ?? defaultNiche;
  const form: GeneratorForm = {
    ...blank,
    title,
    niche,
    style: styles.find((style) => style === generation.style) ?? defaultStyle,
    words: generation.words,
    video: video ? { id: video.id, channel: video.channel, title } : null,
    references,
    brand,
    customPrompt,
    template: templateOf(niche, title, customPrompt),
  };
  return enhancedPrompt.trim() ? withEnhancedPrompt(form, enhancedPrompt) : form;
}

/** Whether the form still says what the generation was made from. */
export function asksFor(
  form: Pick<GeneratorForm, "title" | "niche" | "style" | "words" | "references">,
  past: { title: string; niche: string; style: string; words: WordChoice; references: readonly string[] },
): boolean {
  const title = form.title.replace(/\s+/g, " ").trim();
  const isSameLook = form.niche === past.niche && form.style === past.style;
  const hasSamePictures = form.references.join() === past.references.join();
  return title === past.title && isSameLook && hasSamePictures && (form.words ?? past.words) === past.words;
}

const draftKey = (userId: string) => `${draftPrefix}generator:${userId}`;

/** Puts what another screen prepared in the place of what was typed. */
export function writeFormDraft(userId: string, form: GeneratorForm): void {
  writeDraft(draftKey(userId), JSON.stringify(form), "session");
}

/** A title that another screen sent along as ?title= comes into the form, and leaves the address. */
export function useTitleInUrl(setForm: (next: (present: GeneratorForm) => GeneratorForm) => void): void {
  const { search, change } = useQueryInUrl();
  const sent = new URLSearchParams(search).get("title");
  const take = useEffectEvent((title: string) => {
    setForm((present) => withTitle(present, title.slice(0, titleMaxLength)));
    change({ title: "" }, true);
  });
  useEffect(() => {
    if (sent) take(sent);
  }, [sent]);
}

/**
 * The form, kept in this tab while the person is elsewhere. It starts from `seed` (a number from 0 to below 1) on
 * the server and in the browser alike.
 */
export function useFormDraft(userId: string, seed: number) {
  return useDraft<GeneratorForm>(draftKey(userId), {
    place: "session",
    start: () => startForm(() => seed),
    parse: (text) => generatorForm.safeParse(JSON.parse(text)).data ?? null,
    format: JSON.stringify,
  });
}
