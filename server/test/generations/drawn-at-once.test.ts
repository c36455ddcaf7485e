import { createCipheriv, createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createAiKey } from "#contract/ai-keys.ts";
import { mostRunsAtOnce } from "#contract/shop-settings-form.ts";
import { toThumbnail } from "#server/features/generations/to-thumbnail.ts";
import { createGemini } from "#server/providers/gemini/gemini.ts";
import { openTestShop, type Person } from "../helpers/test-shop.ts";
import {
  balanceOf,
  changeSettings,
  finished,
  memberWith,
  problemsOf,
  startGeneration,
  testKey,
} from "./generator-shop.ts";
import { writeChunks } from "./png.ts";

/** The kinds of run; the model answers by the word. */
const kinds = ["plain", "slow", "redrawn", "refused-once", "stopped"] as const;

/** A grey PNG whose pixels no other name has. The plain ones differ in size; those to be redrawn are large. */
function pictureOf(name: string): Buffer {
  const [width, height] = name.startsWith("redrawn") ? [1344, 768] : [1280, 720];
  const key = createHash("sha256").update(name).digest();
  const rows = Buffer.alloc((width + 1) * height);
  const noise = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  for (let row = 0; row < 50 + key[0]!; row += 1)
    noise.update(rows.subarray(0, width)).copy(rows, row * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return writeChunks([
    { type: "IHDR", data: header },
    { type: "IDAT", data: deflateSync(rows, { level: name.startsWith("redrawn") ? 0 : 1 }) },
    { type: "IEND", data: Buffer.alloc(0) },
  ]);
}

/** A model that draws another picture for each prompt, over real sockets. Its answers to "hanging" never end. */
async function openModel(): Promise<string> {
  const seen = new Set<string>();
  const neverWhole = pictureOf("hanging");
  const server = createServer(async (request, response) => {
    // The shop also asks which models there are, which is not told here.
    if (request.method !== "POST") return void response.writeHead(503).end();
    let body = "";
    for await (const part of request) body += part;
    const prompt = JSON.parse(body).contents[0].parts[0].text as string;
    const position = prompt.includes("different variation") ? 2 : 1;
    const name = `${prompt.split("\n").at(-1)}, ${position}`;
    const isFirst = !seen.has(name);
    seen.add(name);
    if ((name.startsWith("refused-once") && isFirst) || (name.startsWith("stopped") && position === 2))
      return void response.end(JSON.stringify({ candidates: [{ finishReason: "IMAGE_SAFETY" }] }));
    const picture = name.startsWith("hanging") ? neverWhole : pictureOf(name);
    const data = picture.toString("base64");
    const parts = [{ text: "Here it is." }, { inlineData: { mimeType: "image/png", data } }];
    await answer(response, name, Buffer.from(JSON.stringify({ candidates: [{ content: { parts } }] })));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(response: ServerResponse, name: string, body: Buffer): Promise<void> {
  if (body.length % 2) response.setHeader("content-length", body.length);
  const pieces = /^(slow|stopped|hanging)/.test(name) ? 8 : 1;
  for (let piece = 0; piece < pieces; piece += 1) {
    if (piece === 4 && name.startsWith("hanging")) return;
    response.write(body.subarray((body.length * piece) / pieces, (body.length * (piece + 1)) / pieces));
    if (pieces > 1) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  response.end();
}

/** Calls that time out or are stopped in the middle of an answer, one after another until the end. */
function disturb(url: string): () => Promise<void> {
  const gemini = createGemini({ baseUrl: url, timeoutMs: 150 });
  let isOver = false;
  const lane = async (number: number) => {
    for (let call = 0; !isOver; call += 1) {
      const signal = call % 2 ? AbortSignal.timeout(100) : undefined;
      const prompt = `hanging ${number} ${call}`;
      const begun = await gemini.drawImage({
        key: "k",
        model: "m",
        bookedFor: { purpose: "picture" },
        prompt,
        signal,
      });
      if ("value" in begun) expect(await begun.value.read()).not.toHaveProperty("value");
    }
  };
  const lanes = Promise.all([1, 2, 3].map(lane));
  return async () => {
    isOver = true;
    await lanes;
  };
}

test("pictures of people drawn at once are never mixed, whatever the other calls come to", async () => {
  const url = await openModel();
  const shop = await openTestShop({ config: { geminiApiUrl: url, geminiTimeoutMs: 60_000 } });
  const admin = await shop.signUp({ role: "Admin" });
  const key = { name: "Key", key: testKey };
  await shop.send({ method: "POST", url: createAiKey.path, body: key, as: admin });
  await changeSettings(shop, admin, { runsAtOnce: mostRunsAtOnce });
  const people = await Promise.all([memberWith(shop, 6), memberWith(shop, 6), memberWith(shop, 6)]);
  const endDisturbance = disturb(url);

  const generations: { person: Person; kind: string; customPrompt: string; id: string }[] = [];
  for (let index = 0; index < kinds.length; index += 1) {
    for (const [who, person] of people.entries()) {
      const kind = kinds[index]!;
      const customPrompt = `${kind} scene ${index} of person ${who}`;
      const started = await startGeneration(shop, person, { customPrompt });
      expect(started.status, started.text).toBe(202);
      generations.push({ person, kind, customPrompt, id: started.body.data.id as string });
    }
  }
  for (const { person, kind, id } of generations) {
    const generation = await finished(shop, person, id);
    expect(generation.stage, `${kind}: ${generation.error}`).toBe(kind === "stopped" ? "failed" : "done");
  }
  await endDisturbance();

  for (const { person, kind, customPrompt, id } of generations) {
    for (const position of [1, 2]) {
      const image = await shop.http.inject({
        url: `/api/generations/${id}/images/${position}`,
        headers: { cookie: person.cookie },
      });
      if (kind === "stopped") {
        expect(image.statusCode, customPrompt).toBe(404);
        continue;
      }
      const own = await toThumbnail(pictureOf(`${customPrompt}, ${position}`));
      expect(image.rawPayload.equals(own), `${customPrompt}, ${position}`).toBe(true);
    }
  }
  for (const person of people) expect(await balanceOf(shop, person)).toBe(2);
  expect(await problemsOf(shop)).toEqual([]);
}, 120_000);
