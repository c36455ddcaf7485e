import { niches, type WordChoice } from "#contract/generation-options.ts";

interface PromptParts {
  title: string;
  niche: string;
  style: string;
  customPrompt: string;
  enhancedPrompt: string;
}

/** The enhanced prompt where there is one, else the custom one. */
export function promptOf(parts: Pick<PromptParts, "customPrompt" | "enhancedPrompt">): string {
  return parts.enhancedPrompt || parts.customPrompt;
}

/**
 * What the image model is asked for; the second picture is to differ from the first. Where the shop sets the words, each
 * leaves them room on a side of its own. What is said of letters comes last: the person's prompt may ask for some.
 */
export function imagePrompt(
  { words, ...parts }: PromptParts & { words: WordChoice },
  position: 1 | 2,
): string {
  const variation =
    position === 2
      ? ["Make a different variation with other colours, another layout and other visuals."]
      : [];
  const side = sideFor(position);
  const other = sideFor(position === 1 ? 2 : 1);
  const room = `Keep the ${side} side calm and uncluttered: words will be set there later. Put the subject on the ${other}.`;
  const lines =
    words === "drawn"
      ? [opening(parts), ...variation, titleSentence(parts.title), promptOf(parts)]
      : [
          opening(parts),
          ...variation,
          `The video's title is ${quoted(parts.title)}; show what it is about.`,
          promptOf(parts),
          ...(words === "text" ? [room] : []),
          "Draw no letters, words, numbers, logos or watermarks anywhere, whatever was said before.",
        ];
  return lines.filter(Boolean).join("\n");
}

/** Where the words of a picture will stand that are set as text. */
export function sideFor(position: 1 | 2): "left" | "right" {
  return position === 1 ? "left" : "right";
}

/** What the text model is asked for, so that it answers with a prompt and nothing around it. */
export function enhancementPrompt(
  parts: Omit<PromptParts, "customPrompt" | "enhancedPrompt">,
  prompt: string,
): string {
  return [
    "Improve the following prompt for an image model that draws YouTube thumbnails. Keep its idea, and add what",
    "makes a thumbnail work: focal point, composition, light, colours, lettering. Answer with the improved prompt",
    "alone, in at most 300 words, without headings.",
    opening(parts),
    ...(parts.title ? [titleSentence(parts.title)] : []),
    `Prompt: ${prompt}`,
  ].join("\n");
}

function opening({ style, niche }: { style: string; niche: string }): string {
  const label = niches.find(({ value }) => value === niche)?.label ?? niche;
  return `A ${style} YouTube thumbnail, 16:9, for the ${label} niche.`;
}

function titleSentence(title: string): string {
  return `Show the title ${quoted(title)} as large bold text.`;
}

function quoted(title: string): string {
  return `"${title.replaceAll('"', '\\"')}"`;
}
