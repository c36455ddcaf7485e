import { expect, test } from "vitest";
import { editPrompt } from "#server/features/generations/edit-prompt.ts";
import { imagePrompt } from "#server/features/generations/prompts.ts";

const run = {
  title: "Winter Is Coming",
  niche: "vlog",
  style: "bold",
  customPrompt: "Me in the snow",
  enhancedPrompt: "",
  words: "drawn",
} as const;
const anna = { kind: "face", name: "Anna" } as const;
const mug = { kind: "product", name: "Tea mug" } as const;
const acme = { kind: "logo", name: "Acme" } as const;
const neon = { kind: "style", name: 'The "neon" one' } as const;

test("a new run tells of each picture by its place, after what the person asks for", () => {
  expect(imagePrompt(run, 1, [anna, mug, neon]).split("\n")).toEqual([
    "A bold YouTube thumbnail, 16:9, for the Vlog niche.",
    'Show the title "Winter Is Coming" as large bold text.',
    "Me in the snow",
    'The first picture is a person, "Anna": show this very person, recognised at once by the face; pose, clothes and expression may differ.',
    'The second picture is a product, "Tea mug": show it as it is, with its shape, its colours and what is written on it.',
    'The third picture is an example of a style, "The \\"neon\\" one": follow its light, its colours and its manner, and take over nothing that it shows.',
  ]);
});

test("a picture without letters keeps those of a logo or a product, and says so last", () => {
  const lines = imagePrompt({ ...run, words: "none" }, 1, [anna, acme]).split("\n");
  expect(lines.slice(-2)).toEqual([
    'The second picture is a logo, "Acme": place it once, exactly as it is, without drawing it anew.',
    "Draw no letters, words, numbers, logos or watermarks anywhere, whatever was said before, but for what is on the second picture.",
  ]);
  const two = imagePrompt({ ...run, words: "text" }, 2, [mug, acme]);
  expect(two).toMatch(/but for what is on the first and the second picture\.$/);
  expect(imagePrompt({ ...run, words: "text" }, 1, [anna])).toMatch(/whatever was said before\.$/);
});

test("in a change the picture that is changed is the first one, and the references come after it", () => {
  const change = { ...run, words: "none", instruction: "Put me into it", vary: null } as const;
  expect(editPrompt(change, 2, [anna, acme]).split("\n")).toEqual([
    "Edit the first picture: Put me into it",
    "Keep everything else as it is: people and their faces, objects, places, light, colours and framing.",
    'The second picture is a person, "Anna": show this very person, recognised at once by the face; pose, clothes and expression may differ.',
    'The third picture is a logo, "Acme": place it once, exactly as it is, without drawing it anew.',
    "Make another take of the same change.",
    "Draw no letters, words, numbers, logos or watermarks anywhere, but for what is on the third picture.",
    'It is the thumbnail of a YouTube video, 16:9, titled "Winter Is Coming".',
  ]);
});
