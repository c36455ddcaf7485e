/** The subjects that a thumbnail can be made for, in the order of the select. Values are stored with each run. */
export const niches = [
  { value: "gaming", label: "Gaming" },
  { value: "vlog", label: "Vlog" },
  { value: "education", label: "Education" },
  { value: "business", label: "Business" },
  { value: "tech", label: "Tech" },
  { value: "lifestyle", label: "Lifestyle" },
  { value: "cooking", label: "Cooking" },
  { value: "travel", label: "Travel" },
  { value: "fitness", label: "Fitness" },
  { value: "beauty", label: "Beauty" },
  { value: "music", label: "Music" },
  { value: "art", label: "Art" },
  { value: "diy", label: "DIY" },
  { value: "parenting", label: "Parenting" },
  { value: "pets", label: "Pets" },
  { value: "realEstate", label: "Real Estate" },
  { value: "health", label: "Health" },
  { value: "wellness", label: "Wellness" },
  { value: "sports", label: "Sports" },
  { value: "comedy", label: "Comedy" },
  { value: "news", label: "News" },
  { value: "politics", label: "Politics" },
  { value: "science", label: "Science" },
  { value: "history", label: "History" },
  { value: "nature", label: "Nature" },
  { value: "fashion", label: "Fashion" },
  { value: "food", label: "Food" },
  { value: "photography", label: "Photography" },
  { value: "gardening", label: "Gardening" },
  { value: "automotive", label: "Automotive" },
  { value: "movies", label: "Movies" },
  { value: "books", label: "Books" },
] as const;
export type Niche = (typeof niches)[number]["value"];
export const nicheValues = niches.map(({ value }) => value);

export const styles = ["minimal", "bold", "colorful", "professional", "playful"] as const;
export type Style = (typeof styles)[number];

/** What the form starts with. */
export const defaultNiche: Niche = "business";
export const defaultStyle: Style = "professional";

/** What Reset sets, which differs from the start on purpose. */
export const resetNiche: Niche = "gaming";
export const resetStyle: Style = "minimal";

/**
 * How a run's words come onto its pictures. drawn: the model letters them. text: the model draws art alone, and the shop
 * sets them as text, a design for each picture. none: art alone.
 */
export const wordChoices = ["drawn", "text", "none"] as const;
export type WordChoice = (typeof wordChoices)[number];

export const stages = ["queued", "generating", "done", "failed"] as const;
export type Stage = (typeof stages)[number];

/** What alone may differ in a variation. */
export const varyChoices = ["background", "colours", "light", "framing", "expression"] as const;
export type VaryChoice = (typeof varyChoices)[number];

/** Of a member's own pictures, that one run shows the model. */
export const mostReferencesOfGeneration = 3;

/** In characters. */
export const instructionMaxLength = 500;
export const titleMaxLength = 100;
export const promptMaxLength = 4000;

/**
 * A refused generation costs the person nothing and the shop up to four pictures: the other one of the pair, and what
 * the provider charges for answers without a picture. No honest prompt is refused so often.
 */
export const mostRefusedAnHour = 10;
export const mostRefusedADay = 30;

/** For so long a free new take of a misspelt picture is offered, in hours. */
export const retakeHours = 24;

/** For so long after its deletion a run can be brought back, in minutes. */
export const restorableMinutes = 10;
