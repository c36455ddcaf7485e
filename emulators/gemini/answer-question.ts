import { candidateOf, responseFor } from "./answer.ts";
import type { Album } from "./edits/album.ts";
import type { Picture } from "./pictures.ts";
import { type GenerateContentRequest, type GenerateContentResponse, promptOf } from "./protocol.ts";

const aboutWords = /\b(?:words?|letters?|lettering|text|reads?|says?|written|spell\w*|title)\b/i;

/**
 * What a text model says of the pictures that came along: the words on them, where the prompt asks for words, as they are
 * lettered. It knows what was drawn here, and sees no words on any other picture.
 */
export async function answerQuestion(
  album: Album,
  model: string,
  request: GenerateContentRequest,
  pictures: readonly Picture[],
): Promise<GenerateContentResponse> {
  const asksForWords = aboutWords.test(promptOf(request));
  const found = await Promise.all(pictures.map(({ bytes }) => album.find(bytes)));
  const words = asksForWords
    ? found
        .map((one) => one?.words ?? "")
        .filter(Boolean)
        .join("\n")
    : "";
  return responseFor(model, request, candidateOf([{ text: answerIn(request, words) }]));
}

/** As JSON of the schema where JSON is asked for; in JSON of the model's own choice without one, else in a sentence. */
export function answerIn({ generationConfig }: GenerateContentRequest, words: string): string {
  const { responseMimeType, responseJsonSchema, responseSchema } = generationConfig;
  if (responseMimeType === "application/json") {
    const schema = responseJsonSchema ?? responseSchema;
    return JSON.stringify(schema === undefined ? { text: words } : filled(schema as Schema, words));
  }
  if (words === "") return "I see a YouTube thumbnail, and no words on it.";
  return `The words on it are:\n\n**${words.replaceAll("\n", "  \n")}**`;
}

type Schema = { type?: unknown; properties?: Record<string, Schema>; items?: Schema };

/** A value of the schema's shape: each text holds the words, and each list of texts their lines. */
function filled({ type, properties = {}, items }: Schema, words: string): unknown {
  const kind = String(Array.isArray(type) ? type[0] : type).toLowerCase();
  if (kind === "object")
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, filled(inner, words)]),
    );
  if (kind === "array") {
    const lines = words.split("\n").filter((line) => line !== "");
    return items?.type === undefined ? lines : lines.map((line) => filled(items, line));
  }
  if (kind === "boolean") return words !== "";
  if (kind === "number" || kind === "integer") return words === "" ? 0 : words.split(/\s+/).length;
  return words;
}
