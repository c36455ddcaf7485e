import { badField, badRequest } from "./errors.ts";
import { abilitiesOf, findModel } from "./models.ts";
import { type GenerateContentRequest, partsOf, promptOf } from "./protocol.ts";

/** Width and height at 1K; 2K and 4K are twice and four times that. */
const sizesAt1K: Record<string, readonly [width: number, height: number]> = {
  "1:1": [1024, 1024],
  "1:4": [512, 2064],
  "4:1": [2064, 512],
  "1:8": [352, 2928],
  "8:1": [2928, 352],
  "2:3": [848, 1264],
  "3:2": [1264, 848],
  "3:4": [896, 1200],
  "4:3": [1200, 896],
  "4:5": [928, 1152],
  "5:4": [1152, 928],
  "9:16": [768, 1376],
  "16:9": [1376, 768],
  "21:9": [1584, 672],
};
const scales: Record<string, number> = { "1K": 1, "2K": 2, "4K": 4 };
const mostPictures = 14;
/** As Google counts roughly. */
export const tokensOf = (text: string) => Math.max(1, Math.ceil(text.length / 4));
/** What a picture that comes in costs: https://ai.google.dev/gemini-api/docs/media-resolution#token-counts */
const tokensOfPicture = { drawing: 560, reading: 1120 };

/** What a request comes to, by modality. */
export function promptTokens(id: string, request: GenerateContentRequest): { text: number; image: number } {
  const pictures = partsOf(request).filter(({ inlineData }) => inlineData).length;
  const each = tokensOfPicture[abilitiesOf(id).draws ? "drawing" : "reading"];
  return { text: tokensOf(promptOf(request)), image: pictures * each };
}

/** Pixels of the picture that a sound request is answered with: never 1280×720, whatever is asked for. */
export function pictureSize({ generationConfig }: GenerateContentRequest): { width: number; height: number } {
  const { aspectRatio = "16:9", imageSize = "1K" } = generationConfig.imageConfig ?? {};
  const [width, height] = sizesAt1K[aspectRatio] ?? [1376, 768];
  const scale = scales[imageSize] ?? 1;
  return { width: width * scale, height: height * scale };
}

/**
 * Refuses what is well-formed and yet not for this model.
 * @throws GoogleError INVALID_ARGUMENT, mostly without details, as Google's are.
 */
export function checkForModel(id: string, request: GenerateContentRequest): void {
  const { draws } = abilitiesOf(id);
  const { responseModalities, imageConfig, candidateCount, responseMimeType, maxOutputTokens } =
    request.generationConfig;
  checkThinking(id, request.generationConfig.thinkingConfig);
  checkModalities(id, draws, responseModalities ?? []);
  if (imageConfig && !draws) throw badRequest(`Image config is not enabled for models/${id}`);
  checkPicture(imageConfig ?? {});
  if (draws && candidateCount !== undefined && candidateCount > 1)
    throw badRequest("Multiple candidates is not enabled for this model");
  if (draws && responseMimeType === "application/json")
    throw badRequest(`JSON mode is not enabled for models/${id}`);
  checkSchema(request.generationConfig);
  const { inputTokenLimit, outputTokenLimit } = findModel(id);
  if (maxOutputTokens !== undefined && maxOutputTokens > outputTokenLimit)
    throw badRequest(
      `Unable to submit request because it has a maxOutputTokens value of ${maxOutputTokens} but the supported ` +
        `range is from 1 (inclusive) to ${outputTokenLimit + 1} (exclusive). Update the value and try again.`,
    );
  const pictures = request.contents.flatMap(({ parts }) => parts).filter(({ inlineData }) => inlineData);
  if (draws && pictures.length > mostPictures)
    throw badRequest(`At most ${mostPictures} input images are supported, got ${pictures.length}.`);
  const { text, image } = promptTokens(id, request);
  const tokens = text + image;
  if (tokens > inputTokenLimit)
    throw badRequest(
      `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${inputTokenLimit}).`,
    );
}

/** https://ai.google.dev/api/generate-content#v1beta.GenerationConfig */
function checkSchema(config: GenerateContentRequest["generationConfig"]): void {
  const { responseMimeType, responseSchema, responseJsonSchema } = config;
  if (responseSchema === undefined && responseJsonSchema === undefined) return;
  const name = responseSchema === undefined ? "response_json_schema" : "response_schema";
  const refused = (text: string) =>
    badField(`generation_config.${name}`, `* GenerateContentRequest.generation_config.${name}: ${text}\n`);
  if (responseSchema !== undefined && responseJsonSchema !== undefined)
    throw refused("cannot be set together with response_json_schema");
  if (responseMimeType !== "application/json")
    throw refused("only allowed when response_mime_type is application/json");
  if (typeof (responseJsonSchema ?? responseSchema) !== "object") throw refused("schema must be an object");
}

function checkThinking(
  id: string,
  config: GenerateContentRequest["generationConfig"]["thinkingConfig"],
): void {
  if (!config) return;
  const { thinking } = abilitiesOf(id);
  if (!thinking) throw badRequest(`Thinking is not enabled for models/${id}`);
  const { thinkingBudget, thinkingLevel } = config;
  if (thinkingBudget !== undefined && thinkingLevel !== undefined)
    throw badRequest("You can only set only one of thinking budget and thinking level.");
  if (thinkingBudget === 0 && !thinking.canBeOff)
    throw badRequest("Budget 0 is invalid. This model only works in thinking mode.");
  if (thinkingBudget !== undefined && (thinkingBudget < -1 || thinkingBudget > 32768))
    throw badRequest(`The thinking budget (${thinkingBudget}) is invalid.`);
  if (thinkingLevel === undefined || thinkingLevel === "THINKING_LEVEL_UNSPECIFIED") return;
  if (thinking.levels.length === 0) throw badRequest("Thinking level is not supported for this model.");
  if (!thinking.levels.includes(thinkingLevel))
    throw badRequest(
      `'${thinkingLevel.toLowerCase()}' is not a supported thinking level for this model. Allowed values are: ` +
        `${thinking.levels.join(", ").toLowerCase()}.`,
    );
}

/** An exact match with one of the combinations that the model has. */
function checkModalities(id: string, draws: boolean, asked: readonly string[]): void {
  const offered = draws ? ["TEXT", "TEXT, IMAGE", "IMAGE"] : ["TEXT"];
  const set = ["TEXT", "IMAGE", "AUDIO", "VIDEO"].filter((one) => asked.includes(one)).join(", ");
  if (set === "" || offered.includes(set)) return;
  throw badField(
    "generation_config.response_modalities",
    `The requested combination of response modalities (${set}) is not supported by the model. models/${id} ` +
      `accepts the following combination of response modalities:\n${offered.map((one) => `* ${one}\n`).join("")}`,
  );
}

function checkPicture({ aspectRatio, imageSize }: { aspectRatio?: string; imageSize?: string }): void {
  const refused = (name: string, value: string) =>
    badRequest(
      `\`${name}\` does not support \`${value}\` as a valid value. Please refer to the Gemini API documentation ` +
        "for supported usage.",
    );
  if (aspectRatio !== undefined && !Object.hasOwn(sizesAt1K, aspectRatio))
    throw refused("aspectRatio", aspectRatio);
  if (imageSize !== undefined && !Object.hasOwn(scales, imageSize)) throw refused("imageSize", imageSize);
}
