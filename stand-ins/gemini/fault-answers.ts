import { randomBytes } from "node:crypto";
import { candidateOf, imageAnswer, responseFor } from "./answer.ts";
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

/** Google's refusal for the faults that are one. */
export function refusal({ fault, retrySeconds }: FaultRule, model: string): GoogleError | undefined {
  const refusals: Partial<Record<GeminiFault, () => GoogleError>> = {
    "invalid-argument": () => badField("contents", "Request contains an invalid argument."),
    "api-key-invalid": () => invalidKey(),
    "permission-denied": permissionDenied,
    "model-not-found": () => modelNotFound(model),
    "rate-limited": () => exhausted(model, "GenerateRequestsPerMinutePerProjectPerModel", 10, retrySeconds),
    "rate-limited-plain": () =>
      new GoogleError("RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
    "quota-per-day": () => exhausted(model, "GenerateRequestsPerDayPerProjectPerModel", 250, null),
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
    "jpeg-image": async (image) => encoded(await jpegImage(image), "image/jpeg"),
    "webp-image": async (image) => encoded(await webpImage(image), "image/webp"),
    "huge-image": async (image) => encoded(await hugeImage(image)),
    "noisy-image": async (image) => encoded(await noisyImage(image)),
    "wrong-mime-type": async (image) => encoded(await jpegImage(image), "image/png"),
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
    const answer = imageAnswer(model, request, encoded(image));
    answer.candidates?.[0]?.content?.parts?.push({ inlineData: encoded(await squareImage(image)) });
    return answer;
  }
  if (fault === "thought-images") {
    const image = await draw();
    const drafts = [
      { text: "**Sketching the layout**\n\nI try the subject on the left first.", thought: true },
      thoughtOf(encoded(await smallImage(image))),
      thoughtOf(encoded(await squareImage(image))),
    ];
    const answer = imageAnswer(model, request, encoded(image));
    answer.candidates?.[0]?.content?.parts?.unshift(...drafts);
    return answer;
  }
  return undefined;
}
