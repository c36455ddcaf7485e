import type { VaryChoice, WordChoice } from "#contract/generation-options.ts";
import { lettersKept, referenceLines, type ShownReference } from "./reference-prompt.ts";

/** What a variation changes, and what of the picture stays. */
const variations: Record<VaryChoice, { differs: string; stays: string }> = {
  background: {
    differs: "the background differs: another place or ground that suits the video",
    stays: "the people and their faces, the objects, their size and their place",
  },
  colours: {
    differs: "the colours differ: another palette for clothes, objects and ground",
    stays: "the people and their faces, the objects, the place, the light and the framing",
  },
  light: {
    differs: "the light differs: another time of day, direction or mood",
    stays: "the people and their faces, the objects, the place and the framing",
  },
  framing: {
    differs: "the framing differs: nearer or farther, from another side or height",
    stays: "the people and their faces, the objects, the place, the colours and the light",
  },
  expression: {
    differs: "the expression differs: another feeling in the face and the hands",
    stays: "who is seen, the clothes, the objects, the place, the colours, the light and the framing",
  },
};

interface EditParts {
  title: string;
  words: WordChoice;
  instruction: string;
  vary: VaryChoice | null;
}

const stays = "people and their faces, objects, places, light, colours and framing";
const anotherTake = "Make another take of the same change.";

/** A free new take: the picture as it is, with its words spelt right. */
export function retakePrompt({ title }: Pick<EditParts, "title">, position: 1 | 2): string {
  const said = JSON.stringify(title);
  return [
    `Edit the first picture: its lettering is misspelt. Draw the lettering anew, so that it says exactly ${said}, letter for letter, and no other words.`,
    `Keep everything else as it is: ${stays}, and the lettering's style, colours and place.`,
    ...(position === 2 ? [anotherTake] : []),
    closing(said),
  ].join("\n");
}

/**
 * What the image model is asked to do with the picture that comes along, before the references; the second one is another
 * take. Google advises to name the picture, to say what shall change and what shall stay:
 * https://ai.google.dev/gemini-api/docs/image-generation#prompt-guide
 */
export function editPrompt(
  { title, words, instruction, vary }: EditParts,
  position: 1 | 2,
  references: readonly ShownReference[] = [],
): string {
  const { differs, stays: kept } = vary ? variations[vary] : { differs: "", stays };
  const wish = vary
    ? `Make a variation of the first picture in which only ${differs}.`
    : `Edit the first picture: ${instruction}`;
  const letters =
    words === "drawn"
      ? `Keep the lettering as it is; where it has to be drawn anew, it says ${JSON.stringify(title)}.`
      : `Draw no letters, words, numbers, logos or watermarks anywhere${lettersKept(references, 1)}.`;
  const again = vary ? "Make another take, different from the first." : anotherTake;
  return [
    wish,
    `Keep everything else as it is: ${kept}.`,
    ...referenceLines(references, 1),
    ...(position === 2 ? [again] : []),
    letters,
    closing(JSON.stringify(title)),
  ].join("\n");
}

function closing(title: string): string {
  return `It is the thumbnail of a YouTube video, 16:9, titled ${title}.`;
}
