import { defaultNiche, type Niche } from "#contract/generation-options.ts";
import { art } from "#web/features/generation/templates/art.ts";
import { automotive } from "#web/features/generation/templates/automotive.ts";
import { beauty } from "#web/features/generation/templates/beauty.ts";
import { books } from "#web/features/generation/templates/books.ts";
import { business } from "#web/features/generation/templates/business.ts";
import { comedy } from "#web/features/generation/templates/comedy.ts";
import { cooking } from "#web/features/generation/templates/cooking.ts";
import { diy } from "#web/features/generation/templates/diy.ts";
import { education } from "#web/features/generation/templates/education.ts";
import { fashion } from "#web/features/generation/templates/fashion.ts";
import { fitness } from "#web/features/generation/templates/fitness.ts";
import { food } from "#web/features/generation/templates/food.ts";
import { gaming } from "#web/features/generation/templates/gaming.ts";
import { gardening } from "#web/features/generation/templates/gardening.ts";
import { health } from "#web/features/generation/templates/health.ts";
import { history } from "#web/features/generation/templates/history.ts";
import { lifestyle } from "#web/features/generation/templates/lifestyle.ts";
import { movies } from "#web/features/generation/templates/movies.ts";
import { music } from "#web/features/generation/templates/music.ts";
import { nature } from "#web/features/generation/templates/nature.ts";
import { news } from "#web/features/generation/templates/news.ts";
import { parenting } from "#web/features/generation/templates/parenting.ts";
import { pets } from "#web/features/generation/templates/pets.ts";
import { photography } from "#web/features/generation/templates/photography.ts";
import { politics } from "#web/features/generation/templates/politics.ts";
import { realEstate } from "#web/features/generation/templates/realEstate.ts";
import { science } from "#web/features/generation/templates/science.ts";
import { sports } from "#web/features/generation/templates/sports.ts";
import { tech } from "#web/features/generation/templates/tech.ts";
import { travel } from "#web/features/generation/templates/travel.ts";
import { vlog } from "#web/features/generation/templates/vlog.ts";
import { wellness } from "#web/features/generation/templates/wellness.ts";

/** The project's own image prompts, eight for each niche. Each holds the placeholder {title} exactly once. */
export const templatesByNiche: Record<Niche, readonly string[]> = {
  gaming,
  vlog,
  education,
  business,
  tech,
  lifestyle,
  cooking,
  travel,
  fitness,
  beauty,
  music,
  art,
  diy,
  parenting,
  pets,
  realEstate,
  health,
  wellness,
  sports,
  comedy,
  news,
  politics,
  science,
  history,
  nature,
  fashion,
  food,
  photography,
  gardening,
  automotive,
  movies,
  books,
};

const placeholder = "{title}";
const titleWhereNone = "Your Video Title";

/** A template and the prompt that it makes with a title. Keep the template, so that a new title can be put in. */
type FilledTemplate = { template: string; prompt: string };

/**
 * The prompt text of a template. A blank title reads "Your Video Title".
 * The title is put in by a function, because a plain replacement text would read "$&" in a title as a pattern.
 */
export function fillTemplate(template: string, title: string): string {
  const shown = title.trim() || titleWhereNone;
  return template.replace(placeholder, () => shown);
}

/** The templates of a niche; those of the default niche, business, where the niche is unknown. */
function templatesOf(niche: string): readonly string[] {
  return Object.hasOwn(templatesByNiche, niche)
    ? templatesByNiche[niche as Niche]
    : templatesByNiche[defaultNiche];
}

/**
 * A random template of the niche, filled with the title.
 * @param options.not a template that must not come again (Shuffle passes the present one)
 * @param options.random a number from 0 to below 1, Math.random unless a caller needs a certain choice
 */
export function pickTemplate(
  niche: string,
  title: string,
  options: { not?: string; random?: () => number } = {},
): FilledTemplate {
  const { not, random = Math.random } = options;
  const choice = templatesOf(niche).filter((template) => template !== not);
  const template = choice[Math.floor(random() * choice.length)]!;
  return retitle(template, title);
}

/** The same template with another title: nothing else in the prompt changes. */
export function retitle(template: string, title: string): FilledTemplate {
  return { template, prompt: fillTemplate(template, title) };
}
