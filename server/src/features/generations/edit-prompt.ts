import type { VaryChoice, WordChoice } from "#contract/generation-options.ts";

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

/**
 * What the image model is asked to do with the picture that comes along; the second one is another take. Google advises
 * to name the picture, to say what shall change and what shall stay:
 * https://ai.google.dev/gemini-api/docs/image-generation#prompt-guide
 */
export function editPrompt({ title, words, instruction, vary }: EditParts, position: 1 | 2): string {
  const { differs, stays } = vary
    ? variations[vary]
    : { differs: "", stays: "people and their faces, objects, places, light, colours and framing" };
  const wish = vary
    ? `Make a variation of the first picture in which only ${differs}.`
    : `Edit the first picture: ${instruction}`;
  const letters =
    words === "drawn"
      ? `Keep the lettering as it is; where it has to be drawn anew, it says ${JSON.stringify(title)}.`
      : "Draw no letters, words, numbers, logos or watermarks anywhere.";
  const again = vary
    ? "Make another take, different from the first."
    : "Make another take of the same change.";
  return [
    wish,
    `Keep everything else as it is: ${stays}.`,
    ...(position === 2 ? [again] : []),
    letters,
    `It is the thumbnail of a YouTube video, 16:9, titled ${JSON.stringify(title)}.`,
  ].join("\n");
}
