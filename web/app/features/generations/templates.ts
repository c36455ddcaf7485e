import { defaultNiche, type Niche } from "#contract/generation-options.ts";

const placeholder = "{title}";
const titleWhereNone = "Your Video Title";

/** All templates. They weigh as much as a third of the generator's own scripts, and come once it stands. */
export type Templates = Record<Niche, readonly string[]>;

export const loadTemplates = async (): Promise<Templates> =>
  (await import("#web/features/generations/template-texts.ts")).templatesByNiche;

/** A blank title reads "Your Video Title". */
export function shownTitle(title: string): string {
  return title.trim() || titleWhereNone;
}

/**
 * The prompt text of a template.
 * The title is put in by a function, because a plain replacement text would read "$&" in a title as a pattern.
 */
export function fillTemplate(template: string, title: string): string {
  return template.replace(placeholder, () => shownTitle(title));
}

/** The templates of a niche; those of the default niche, business, where the niche is unknown. */
function templatesOf(templates: Templates, niche: string): readonly string[] {
  return Object.hasOwn(templates, niche) ? templates[niche as Niche] : templates[defaultNiche];
}

/** The template of the niche that makes this prompt with this title; null for a prompt written by hand. */
export function templateOf(
  templates: Templates,
  niche: string,
  title: string,
  prompt: string,
): string | null {
  return templatesOf(templates, niche).find((template) => fillTemplate(template, title) === prompt) ?? null;
}

/**
 * A random template of the niche.
 * @param random a number from 0 to below 1
 * @param not a template that must not come again (Shuffle passes the present one)
 */
export function pickTemplate(
  templates: Templates,
  niche: string,
  random: () => number = Math.random,
  not: string | null = null,
): string {
  const choice = templatesOf(templates, niche).filter((template) => template !== not);
  return choice[Math.floor(random() * choice.length)]!;
}
