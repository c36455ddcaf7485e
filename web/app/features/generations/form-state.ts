import {
  defaultNiche,
  defaultStyle,
  mostReferencesOfGeneration,
  type Niche,
  nicheValues,
  resetNiche,
  resetStyle,
  type Style,
  titleMaxLength,
  type WordChoice,
} from "#contract/generation-options.ts";
import { startOf } from "#contract/plain-text.ts";
import {
  fillTemplate,
  pickTemplate,
  type Templates,
  templateOf,
} from "#web/features/generations/templates.ts";
import { knownStyle } from "#web/features/generations/title-card.tsx";

/** What an enhanced prompt was made from, and so belongs to. */
export interface Origin {
  title: string;
  niche: string;
  style: string;
  /** The custom prompt's template; its text where it was written by hand. */
  prompt: string;
}

/** The video that a thumbnail is made for. */
export interface FormVideo {
  id: string;
  title: string;
  channel: string;
}

export interface GeneratorForm {
  title: string;
  niche: Niche;
  style: Style;
  /** Null is the shop's default. */
  words: WordChoice | null;
  video: FormVideo | null;
  /** Own pictures that the model gets to see. */
  references: string[];
  /** Null leaves it to the brand whether it is used. */
  brand: boolean | null;
  customPrompt: string;
  /** The template that the custom prompt was made from; null once it has been edited by hand. */
  template: string | null;
  /** A text written by hand in whose place another came, so that it can be brought back. */
  replaced: string | null;
  /** The field stays where it is once it has appeared, also while it is being emptied. */
  enhanced: { text: string; origin: Origin } | null;
}

type Random = () => number;

/** Keeps the template, so that another title can be put in. */
function withTemplate(form: GeneratorForm, template: string): GeneratorForm {
  return { ...form, template, customPrompt: fillTemplate(template, form.title) };
}

export const blank = {
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

/** A template for the form as the screen opens; the server's pick, so that both renders show the same. */
export function startTemplate(templates: Templates, random?: Random): string {
  return pickTemplate(templates, defaultNiche, random);
}

/** The form as the screen opens. */
export function startForm(template: string): GeneratorForm {
  return withTemplate({ ...blank, niche: defaultNiche, style: defaultStyle }, template);
}

/** The form after Reset, whose niche and style differ from the start. */
export function resetForm(templates: Templates, random?: Random): GeneratorForm {
  const template = pickTemplate(templates, resetNiche, random);
  return withTemplate({ ...blank, niche: resetNiche, style: resetStyle }, template);
}

/** Another title keeps the template and changes only the title in it; a prompt edited by hand stays as it is. */
export function withTitle(form: GeneratorForm, title: string): GeneratorForm {
  const next = { ...form, title };
  return form.template === null ? next : withTemplate(next, form.template);
}

/** The video whose link stands in the title: its title comes in the link's place, unless something else was typed since. */
export function withVideo(
  form: GeneratorForm,
  { id, title, channel }: FormVideo,
  link: string,
): GeneratorForm {
  const isLink = form.title.trim() === link;
  const titled = isLink ? withTitle(form, startOf(title, titleMaxLength)) : form;
  return { ...titled, video: { id, title, channel } };
}

/** One more own picture for the model to see, unless it sees as many as may be. */
export function withReference(form: GeneratorForm, id: string): GeneratorForm {
  const { references } = form;
  return references.length < mostReferencesOfGeneration ? { ...form, references: [...references, id] } : form;
}

/** Another niche brings a template of its own, unless the prompt has been edited by hand. */
export function withNiche(
  form: GeneratorForm,
  templates: Templates,
  niche: Niche,
  random?: Random,
): GeneratorForm {
  const next = { ...form, niche };
  return form.template === null ? next : withTemplate(next, pickTemplate(templates, niche, random));
}

export function withCustomPrompt(form: GeneratorForm, customPrompt: string): GeneratorForm {
  return { ...form, customPrompt, template: null, replaced: null };
}

/** What comes in a form's place, where a prompt written by hand is kept to be brought back. */
export function keepingText(before: GeneratorForm, next: GeneratorForm): GeneratorForm {
  const { template, customPrompt, replaced } = before;
  const isLost = template === null && customPrompt.trim() !== "" && customPrompt !== next.customPrompt;
  return { ...next, replaced: isLost ? customPrompt : replaced };
}

/** Another template than the present one. */
export function shuffled(form: GeneratorForm, templates: Templates, random?: Random): GeneratorForm {
  const template = pickTemplate(templates, form.niche, random, form.template);
  return keepingText(form, withTemplate(form, template));
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
  if (JSON.stringify(form.enhanced) !== JSON.stringify(sent.enhanced)) return form;
  return { ...form, enhanced: { text, origin: originOf(sent) } };
}

/** A past run's title, and its niche and style as far as there still are such. */
export function lookOf(past: { title: string; niche: string; style: string }) {
  return {
    title: past.title,
    niche: nicheValues.find((value) => value === past.niche) ?? defaultNiche,
    style: knownStyle(past.style),
  };
}

/**
 * A past generation's input as a new form. A template that it used unchanged is one again, not a text written by hand;
 * without the templates it counts as one.
 */
export function reusedForm(
  generation: {
    title: string;
    niche: string;
    style: string;
    words: WordChoice;
    customPrompt: string;
    enhancedPrompt: string;
    video?: { id: string; channel: string } | null | undefined;
    references: string[];
    brand: boolean | null;
  },
  templates: Templates | null,
): GeneratorForm {
  const { title, customPrompt, enhancedPrompt, video, references, brand } = generation;
  const look = lookOf(generation);
  const form: GeneratorForm = {
    ...blank,
    ...look,
    words: generation.words,
    video: video ? { id: video.id, channel: video.channel, title } : null,
    references,
    brand,
    customPrompt,
    template: templates && templateOf(templates, look.niche, title, customPrompt),
  };
  return enhancedPrompt.trim() ? withEnhancedPrompt(form, enhancedPrompt) : form;
}

const inOneLine = (title: string) => title.replace(/\s+/g, " ").trim();

export function hasTitleOf(form: Pick<GeneratorForm, "title">, past: { title: string }): boolean {
  return inOneLine(form.title) === inOneLine(past.title);
}

/** Whether the form still says what the generation was made from. */
export function asksFor(
  form: Pick<GeneratorForm, "title" | "niche" | "style" | "words" | "references">,
  past: { title: string; niche: string; style: string; words: WordChoice; references: readonly string[] },
): boolean {
  const isSameLook = form.niche === past.niche && form.style === past.style;
  const hasSamePictures = form.references.join() === past.references.join();
  return hasTitleOf(form, past) && isSameLook && hasSamePictures && (form.words ?? past.words) === past.words;
}
