import { randomBytes } from "node:crypto";
import { candidateOf, imageAnswer, responseFor } from "./answer.ts";
import { answerIn } from "./answer-question.ts";
import { badField, exhausted, GoogleError, invalidKey, modelNotFound, permissionDenied } from "./errors.ts";
import {
  type Encoded,
  encoded,
  hugeImage,
  jpegImage,
  noisyImage,
  provenImage,
  smallImage,
  squareImage,
  tallImage,
  webpImage,
} from "./fault-images.ts";
import type { FaultRule, GeminiFault } from "./faults.ts";
import type { GenerateContentRequest, GenerateContentResponse } from "./protocol.ts";

const perMinute = { quotaId: "GenerateRequestsPerMinutePerProjectPerModel", limit: 10 };
const perDay = { quotaId: "GenerateRequestsPerDayPerProjectPerModel", limit: 250 };

/** Google's refusal for the faults that are one. */
export function refusal({ fault, retrySeconds }: FaultRule, model: string): GoogleError | undefined {
  const refusals: Partial<Record<GeminiFault, () => GoogleError>> = {
    "invalid-argument": () => badField("contents", "Request contains an invalid argument."),
    "api-key-invalid": () => invalidKey(),
    "permission-denied": () => permissionDenied(),
    "model-not-found": () => modelNotFound(model),
    "api-key-expired": () => invalidKey("API key expired. Please renew the API key."),
    "key-leaked": () => permissionDenied("Your API key was reported as leaked. Please use another API key."),
    "location-unsupported": () =>
      new GoogleError("FAILED_PRECONDITION", "User location is not supported for the API use."),
    "rate-limited": () => exhausted(model, [perMinute], retrySeconds),
    "rate-limited-plain": () =>
      new GoogleError("RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
    "quota-per-day": () => exhausted(model, [perMinute, perDay], retrySeconds),
    "credits-depleted": () =>
      new GoogleError(
        "RESOURCE_EXHAUSTED",
        "Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects to manage your project and billing.",
      ),
    "spending-cap": () =>
      new GoogleError(
        "RESOURCE_EXHAUSTED",
        "Your project has exceeded its monthly spending cap. Please go to AI Studio at https://ai.studio/spend to manage your project spend cap.",
      ),
    internal: () =>
      new GoogleError(
        "INTERNAL",
        "An internal error has occurred. Please retry or report in " +
          "https://developers.generativeai.google/guide/troubleshooting",
      ),
    unavailable: () => new GoogleError("UNAVAILABLE", "The model is overloaded. Please try again later."),
    "deadline-exceeded": () =>
      new GoogleError("DEADLINE_EXCEEDED", "Deadline expired before operation could complete."),
  };
  return refusals[fault]?.();
}

const finishMessages: Record<string, string> = {
  IMAGE_SAFETY: "Unable to show the generated image. The model's response was filtered for safety.",
  NO_IMAGE: "Unable to generate an image. Please modify the prompt and retry.",
  RECITATION: "The response was stopped, since it repeated protected material.",
};

/** An answer of 200 that holds no image, or for a text model no text. */
export function emptyAnswer(
  fault: GeminiFault,
  model: string,
  request: GenerateContentRequest,
): GenerateContentResponse | undefined {
  const blocked = (blockReason: string) =>
    responseFor(model, request, null, { promptFeedback: { blockReason } });
  const said = (text: string) => responseFor(model, request, candidateOf([{ text }]));
  const finished = (finishReason: string) => {
    const finishMessage = finishMessages[finishReason];
    return responseFor(model, request, {
      finishReason,
      index: 0,
      ...(finishMessage ? { finishMessage } : {}),
    });
  };
  const answers: Partial<Record<GeminiFault, () => GenerateContentResponse>> = {
    "blocked-safety": () => blocked("SAFETY"),
    "blocked-prohibited": () => blocked("PROHIBITED_CONTENT"),
    "no-candidates": () => responseFor(model, request, null),
    safety: () => finished("SAFETY"),
    "image-safety": () => finished("IMAGE_SAFETY"),
    "prohibited-content": () => finished("PROHIBITED_CONTENT"),
    recitation: () => finished("RECITATION"),
    "no-image": () => finished("NO_IMAGE"),
    "max-tokens": () =>
      responseFor(model, request, { content: { role: "model" }, finishReason: "MAX_TOKENS", index: 0 }),
    "no-content": () => responseFor(model, request, { finishReason: "STOP", index: 0 }),
    "text-only": () =>
      responseFor(
        model,
        request,
        candidateOf([{ text: "I can describe a thumbnail for you, but I will not draw it." }]),
      ),
    "empty-text": () => responseFor(model, request, candidateOf([{ text: "" }])),
    nonsense: () => said("Sure! Here is the JSON you asked for: {words: [the, the, the"),
    "other-language": () => said(answerIn(request, "Слова на изображении")),
  };
  return answers[fault]?.();
}

/** An answer with an image that needs care. `draw` gives the picture that a sound answer would hold. */
export async function unusualImage(
  fault: GeminiFault,
  model: string,
  request: GenerateContentRequest,
  draw: () => Promise<Buffer>,
): Promise<GenerateContentResponse | undefined> {
  const thoughtOf = (image: Encoded) => ({ inlineData: image, thought: true });
  const changes: Partial<Record<GeminiFault, (image: Buffer) => Promise<Encoded> | Encoded>> = {
    "square-image": async (image) => encoded(await squareImage(image)),
    "tall-image": async (image) => encoded(await tallImage(image)),
    "small-image": async (image) => encoded(await smallImage(image)),
    "png-image": (image) => encoded(image),
    "webp-image": webpImage,
    "huge-image": async (image) => encoded(await hugeImage(image)),
    "noisy-image": async (image) => encoded(await noisyImage(image)),
    "wrong-mime-type": async (image) => ({ ...(await jpegImage(image)), mimeType: "image/png" }),
    "corrupt-base64": (image) => ({
      mimeType: "image/png",
      data: `%%%not base64%%%${encoded(image).data.slice(40, 400)}`,
    }),
    "garbage-image": () => encoded(randomBytes(60_000)),
    "cut-image": (image) => encoded(image.subarray(0, Math.floor(image.length / 3))),
    "empty-data": () => ({ mimeType: "image/png", data: "" }),
    provenance: (image) => encoded(provenImage(image)),
  };
  const change = changes[fault];
  if (change) return imageAnswer(model, request, await change(await draw()));
  if (fault === "several-images") {
    const image = await draw();
    const answer = imageAnswer(model, request, encoded(await squareImage(image)));
    answer.candidates?.[0]?.content?.parts?.push({ inlineData: await jpegImage(image) });
    return answer;
  }
  if (fault === "thought-images") {
    const image = await draw();
    const drafts = [
      { text: "**Sketching the layout**\n\nI try the subject on the left first.", thought: true },
      thoughtOf(encoded(await smallImage(image))),
      thoughtOf(encoded(await squareImage(image))),
    ];
    const answer = imageAnswer(model, request, await jpegImage(image));
    answer.candidates?.[0]?.content?.parts?.unshift(...drafts);
    return answer;
  }
  return undefined;
}
