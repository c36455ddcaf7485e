import { createHash } from "node:crypto";
import { drawField } from "../draw-field.ts";
import { pictureSize } from "./check-request.ts";
import type { Album } from "./edits/album.ts";
import type { Raw } from "./edits/layers.ts";
import type { Picture } from "./pictures.ts";
import { type GenerateContentRequest, promptOf } from "./protocol.ts";
import { readPrompt } from "./read-prompt.ts";
import { frame, type ThumbnailBrief } from "./renderer/brief.ts";

export type DrawRequest = {
  content: GenerateContentRequest;
  pictures: readonly Picture[];
  /** Gets the letters of the picture wrong. */
  misspells?: boolean;
};

/** What an image model would draw, in the asked ratio and size: a new picture, or the first one edited. */
export async function drawImage(
  album: Album,
  { content, pictures, misspells = false }: DrawRequest,
): Promise<Buffer> {
  // Loaded with the first picture: a demo that draws none does without their memory.
  const [{ drawThumbnail }, { composeThumbnail }, { default: sharp }, { readEdit }] = await Promise.all([
    import("./renderer/render.ts"),
    import("./renderer/compose.ts"),
    import("sharp"),
    import("./edits/read-edit.ts"),
  ]);
  const prompt = promptOf(content);
  const { width, height } = pictureSize(content);
  const brief = briefOf(content);
  const [source] = pictures;
  const wishes = source && readEdit(prompt);
  if (source && wishes) {
    const { editPicture } = await import("./edits/edit-picture.ts");
    const data = await sharp(source.bytes)
      .flatten()
      .toColourspace("srgb")
      .resize(width, height, { fit: "cover" })
      .raw()
      .toBuffer();
    const incoming: Raw = { data, raw: { width, height, channels: 3 } };
    const wrong = wishes.map((wish) =>
      misspells && wish.kind === "letters" && wish.say ? { ...wish, say: misspelt(wish.say) } : wish,
    );
    const edited = await editPicture(incoming, await album.find(source.bytes), wrong, brief);
    const { words, recipe } = edited;
    if (words !== null) await album.remember(edited, { words, recipe });
    return sharp(edited.data, { raw: edited.raw }).png({ compressionLevel: 1 }).toBuffer();
  }

  const lettered = misspells ? { ...brief, letters: misspelt(brief.title) } : brief;
  const drawn = await drawThumbnail(lettered, Math.max(width / frame.width, height / frame.height));
  const { data, raw } = drawn;
  const words = composeThumbnail(lettered).text.lines.join("\n");
  await album.remember(drawn, { words, recipe: { brief: lettered, instead: {}, tones: [], left: 1 } });
  const wide = width / height;
  if (Math.abs(wide - frame.width / frame.height) < 0.1)
    return sharp(data, { raw })
      .resize(width, height, { fit: "cover" })
      .png({ compressionLevel: 1 })
      .toBuffer();
  // Other ratios get the whole picture on a blurred copy of itself, so that no word is cut.
  const ground = await sharp(data, { raw }).resize(width, height, { fit: "cover" }).blur(40).png().toBuffer();
  const whole = await sharp(data, { raw }).resize(width, height, { fit: "inside" }).png().toBuffer();
  return sharp(ground)
    .composite([{ input: whole }])
    .png()
    .toBuffer();
}

/** A plain field in place of what an image model would draw, remembered with the words that would be on it. */
export async function drawPlain(
  album: Album,
  { content, pictures, misspells = false }: DrawRequest,
): Promise<Buffer> {
  const prompt = promptOf(content);
  const words = await plainWords(album, prompt, pictures[0]);
  const field = await drawField(`${prompt}/${content.generationConfig.seed ?? ""}`, pictureSize(content));
  await album.remember(field, { words: misspells ? misspelt(words) : words, recipe: null });
  return field;
}

async function plainWords(album: Album, prompt: string, source: Picture | undefined): Promise<string> {
  const { readEdit } = await import("./edits/read-edit.ts");
  const wishes = source && readEdit(prompt);
  if (!wishes) {
    const { title, lettered } = readPrompt(prompt);
    return lettered ? title : "";
  }
  const letters = wishes.find((wish) => wish.kind === "letters");
  return (letters ? letters.say : (await album.find(source.bytes))?.words) ?? "";
}

function briefOf(content: GenerateContentRequest): ThumbnailBrief {
  const prompt = promptOf(content);
  const { title, niche, style, different, lettered, subject } = readPrompt(prompt);
  const seed = createHash("sha256")
    .update(`${prompt}/${content.generationConfig.seed ?? ""}`)
    .digest("hex");
  return { title, niche, style, variation: different ? 1 : 0, lettered, asks: subject, seed };
}

/** The text as an image model gets it wrong: two letters of its longest word change places, or one is doubled. */
function misspelt(text: string): string {
  const [longest = ""] = (text.match(/\p{L}{3,}/gu) ?? []).toSorted((a, b) => b.length - a.length);
  if (longest === "") return `${text}${text.at(-1) ?? ""}`;
  const letters = [...longest];
  const middle = Math.floor(letters.length / 2);
  const at = letters.findIndex(
    (letter, index) =>
      index >= middle - 1 && index > 0 && letter !== letters[index + 1] && index + 1 < letters.length,
  );
  if (at > 0) letters.splice(at, 2, letters[at + 1]!, letters[at]!);
  else letters.push(letters.at(-1)!);
  return text.replace(longest, letters.join(""));
}
