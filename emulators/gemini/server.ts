import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerText, imageAnswer, wantsImage } from "./answer.ts";
import { answerQuestion } from "./answer-question.ts";
import { checkForModel } from "./check-request.ts";
import { createRecorder, mountControl } from "./control.ts";
import { drawImage, drawPlain } from "./draw-image.ts";
import { createAlbum } from "./edits/album.ts";
import {
  badRequest,
  errorBody,
  exhausted,
  GoogleError,
  invalidKey,
  missingKey,
  modelNotFound,
  type Violation,
} from "./errors.ts";
import { emptyAnswer, refusal, unusualImage } from "./fault-answers.ts";
import { encoded, jpegImage } from "./fault-images.ts";
import { createFaults } from "./faults.ts";
import { abilitiesOf, createCatalogue, findModel } from "./models.ts";
import { openPictures, type Picture, recordedParts } from "./pictures.ts";
import {
  type GenerateContentRequest,
  type GenerateContentResponse,
  parseRequest,
  promptOf,
} from "./protocol.ts";
import { hashText } from "./renderer/random.ts";
import { createWaiting, spoil } from "./transport.ts";

export type GeminiEmulatorOptions = {
  /** Mounts /control/*, by which tests set faults and read the calls. Never for the public. */
  control?: boolean;
  /** Time that every generateContent takes at least, in milliseconds. */
  delayMs?: number;
  /** Answered in place of a drawing (PNG, JPEG or WebP): for benchmarks, where drawing isn't what is measured. */
  fixedImage?: Buffer;
  /** What that picture says, to whoever asks a text model. */
  fixedWords?: string;
  /** Draws plain fields, each prompt's in colours of its own: for tests, where drawing is not what is tested. */
  plain?: boolean;
  /** The keys that are valid; without it any key is. */
  keys?: readonly string[];
  /** Without it a model takes any number of requests. */
  quotas?: Quotas;
  /** The share of pictures whose letters are wrong, as the real model's sometimes are; none without it. */
  misspelling?: number;
};

const bodyLimit = 20 * 1024 * 1024;

/**
 * A local Gemini as a Fastify plugin: models and generateContent of the Generative Language API v1beta. Its
 * text models write a prompt out, its image models draw a thumbnail of title, niche and style. It can be
 * mounted under a prefix, which is then what GEMINI_API_URL ends with.
 */
export async function geminiEmulator(
  app: FastifyInstance,
  options: GeminiEmulatorOptions = {},
): Promise<void> {
  const faults = createFaults();
  const catalogue = createCatalogue();
  const recorder = createRecorder();
  const album = createAlbum();
  if (options.fixedImage && options.fixedWords !== undefined)
    await album.remember(options.fixedImage, { words: options.fixedWords, recipe: null });
  const waiting = createWaiting();
  const draw = options.plain ? drawPlain : drawImage;
  const countRequest = createQuotas(options.quotas ?? {});
  const fixed = options.fixedImage ? encoded(options.fixedImage, mimeTypeOf(options.fixedImage)) : undefined;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string", bodyLimit }, (_request, text: string, done) => {
    try {
      done(null, text.trim() === "" ? {} : JSON.parse(text));
    } catch {
      done(new GoogleError("INVALID_ARGUMENT", "Invalid JSON payload received. Unexpected token."));
    }
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof GoogleError) return reply.code(error.body.error.code).send(error.body);
    if (error.statusCode === 413) {
      const tooLarge = badRequest(`Request payload size exceeds the limit: ${bodyLimit} bytes.`);
      return reply.code(400).send(tooLarge.body);
    }
    if ((error.statusCode ?? 500) < 500) {
      return reply.code(400).send(errorBody("INVALID_ARGUMENT", "Request contains an invalid argument."));
    }
    request.log.error(error);
    return reply.code(500).send(errorBody("INTERNAL", "Internal error encountered."));
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(errorBody("NOT_FOUND", "Requested entity was not found.")),
  );

  app.get("/v1beta/models", async (request) => {
    readKey(request, options.keys);
    const { pageSize, pageToken } = request.query as Record<string, string | undefined>;
    const from = pageToken === undefined ? 0 : Number(pageToken);
    if (!Number.isSafeInteger(from) || from < 0) throw badRequest("The page token is invalid.");
    // https://ai.google.dev/api/models#method:-models.list
    const size = Math.min(Number(pageSize) || 50, 1000);
    const { models, next } = catalogue.list(size, from);
    return { models, ...(next === null ? {} : { nextPageToken: String(next) }) };
  });
  app.get<{ Params: { model: string } }>("/v1beta/models/:model", async (request) => {
    readKey(request, options.keys);
    catalogue.require(request.params.model);
    return findModel(request.params.model);
  });
  // A colon would start a parameter in the route's own syntax, so the method is cut off here.
  app.post<{ Params: { "*": string } }>("/v1beta/models/*", { bodyLimit }, async (request, reply) => {
    const [model = "", method = ""] = request.params["*"].split(":");
    if (method !== "generateContent") throw modelNotFound(model);
    const key = readKey(request, options.keys);
    catalogue.require(model);
    const content = parseRequest(request.body);
    checkForModel(model, content);
    const pictures = await openPictures(content);
    countRequest(key, model);
    return generate(reply, { key, model, content, pictures });
  });
  if (options.control) mountControl(app, { faults, recorder, catalogue });
  app.addHook("preClose", async () => waiting.end());

  type Call = { key: string; model: string; content: GenerateContentRequest; pictures: Picture[] };

  async function generate(
    reply: FastifyReply,
    { key, model, content, pictures }: Call,
  ): Promise<FastifyReply> {
    const prompt = promptOf(content);
    const rule = faults.take({ key, model, prompt });
    const { generationConfig } = content;
    if (options.control) {
      const parts = recordedParts(content, pictures);
      recorder.add({ model, key, prompt, parts, generationConfig, fault: rule?.fault ?? null });
    }
    await waiting.pause(Math.max(options.delayMs ?? 0, rule?.delayMs ?? 0));
    const written = (answer: GenerateContentResponse) =>
      JSON.stringify({ ...answer, ...catalogue.statusOf(model) });
    if (!rule) return sendJson(reply, written(await soundAnswer(model, content, pictures)));

    const refused = refusal(rule, model);
    if (refused) throw refused;
    const misspells = rule.fault === "misspelt";
    const sound = async () => written(await soundAnswer(model, content, pictures, misspells));
    if (await spoil(rule.fault, reply, waiting, sound)) return reply;
    const answer =
      emptyAnswer(rule.fault, model, content) ??
      (abilitiesOf(model).draws
        ? await unusualImage(rule.fault, model, content, () => draw(album, { content, pictures }))
        : undefined);
    return sendJson(reply, answer ? written(answer) : await sound());
  }

  async function soundAnswer(
    model: string,
    content: GenerateContentRequest,
    pictures: Picture[],
    misspells = false,
  ): Promise<GenerateContentResponse> {
    if (!abilitiesOf(model).draws || !wantsImage(content))
      return pictures.length > 0
        ? answerQuestion(album, model, content, pictures)
        : answerText(model, content);
    const wrong = misspells || hashText(promptOf(content)) % 1000 < (options.misspelling ?? 0) * 1000;
    const drawn = async () => jpegImage(await draw(album, { content, pictures, misspells: wrong }));
    return imageAnswer(model, content, fixed ?? (await drawn()));
  }
}

const sendJson = (reply: FastifyReply, json: string) =>
  reply.type("application/json; charset=UTF-8").send(json);

function readKey(request: FastifyRequest, valid: readonly string[] | undefined): string {
  const header = request.headers["x-goog-api-key"];
  const inQuery = (request.query as Record<string, unknown>).key;
  const key = typeof header === "string" && header !== "" ? header : inQuery;
  if (typeof key !== "string" || key === "") throw missingKey();
  if (valid && !valid.includes(key)) throw invalidKey();
  return key;
}

function mimeTypeOf(image: Buffer): string {
  if (image[0] === 0xff) return "image/jpeg";
  return image.toString("latin1", 8, 12) === "WEBP" ? "image/webp" : "image/png";
}

/** How many requests a model takes from one key's project. */
type Quotas = Record<string, { perMinute?: number; perDay?: number }>;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Counts the requests of each key and model apart, as Google does; throws RESOURCE_EXHAUSTED above a quota. */
function createQuotas(quotas: Quotas): (key: string, model: string) => void {
  const taken = new Map<string, number[]>();
  return (key, model) => {
    const { perMinute = Number.POSITIVE_INFINITY, perDay = Number.POSITIVE_INFINITY } = quotas[model] ?? {};
    const name = `${key} ${model}`;
    const now = Date.now();
    const today = (taken.get(name) ?? []).filter((at) => at > now - day);
    const thisMinute = today.filter((at) => at > now - minute);
    const violations: Violation[] = [];
    if (thisMinute.length >= perMinute)
      violations.push({ quotaId: "GenerateRequestsPerMinutePerProjectPerModel", limit: perMinute });
    if (today.length >= perDay)
      violations.push({ quotaId: "GenerateRequestsPerDayPerProjectPerModel", limit: perDay });
    const free = ((thisMinute[0] ?? now) + minute - now) / 1000;
    if (violations.length > 0) throw exhausted(model, violations, free);
    taken.set(name, [...today, now]);
  };
}
