import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createGemini } from "#server/providers/gemini/gemini.ts";
import { parseAnswer, readImage } from "#server/providers/gemini/read-answer.ts";
import { finished, memberWith, openGeneratorShop, startGeneration } from "./generator-shop.ts";

function answerWith(data: string): Buffer {
  return Buffer.from(JSON.stringify({ candidates: [{ content: { parts: [{ inlineData: { data } }] } }] }));
}

test("a picture is read to the byte whatever its length, also where its base64 holds blanks", () => {
  for (const length of [1, 3000, 49_151, 49_152, 49_153, 98_304, 200_000, 200_001, 200_002]) {
    const bytes = randomBytes(length);
    const text = bytes.toString("base64");
    const blanks = text.replace(/.{76}/g, "$& ");
    const bare = text.replace(/=+$/, "");
    for (const data of [text, blanks, bare]) {
      const read = readImage(parseAnswer(answerWith(data))!);
      expect("value" in read && read.value.equals(bytes)).toBe(true);
    }
  }
});

test("of several pictures the last one is taken that is no thought", () => {
  const part = (data: string, thought = false) => ({ inlineData: { data }, thought });
  const parts = [part("b25l", true), part("dHdv"), part("dGhyZWU="), part("Zm91cg==", true)];
  const body = Buffer.from(JSON.stringify({ candidates: [{ content: { parts } }] }));
  expect(readImage(parseAnswer(body)!)).toEqual({ value: Buffer.from("three") });
});

/** The model as the shop's client, with what each prompt is answered. */
async function openModel(answer: (prompt: string, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    answer(JSON.parse(text).contents[0].parts[0].text, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gemini = createGemini({ baseUrl, timeoutMs: 120_000 });
  return (prompt: string, signal?: AbortSignal) =>
    gemini
      .drawImage({ key: "k", model: "m", bookedFor: { purpose: "picture" }, prompt, signal })
      .then(async (begun) => {
        if ("problem" in begun) throw new Error(begun.problem.message);
        return begun.value;
      });
}

test("an answer stays in its socket until it is read, and is read whole then", async () => {
  const picture = randomBytes(14_000_000);
  let isSent = false;
  const draw = await openModel((_prompt, response) =>
    response.on("finish", () => (isSent = true)).end(answerWith(picture.toString("base64"))),
  );
  const begun = await draw("large");
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(isSent).toBe(false);
  const read = await begun.read();
  expect("value" in read && read.value.equals(picture)).toBe(true);
});

test("an answer that is too large, breaks off or is given up while it waits is a problem, and takes no memory", async () => {
  const part = Buffer.alloc(65_536, "x");
  let sent = 0;
  let breakOff = () => {};
  const draw = await openModel((prompt, response) => {
    if (prompt === "endless") {
      const more = () => {
        while (!response.destroyed && response.write(part)) sent += part.length;
      };
      response.on("drain", more);
      more();
    } else response.write(part);
    if (prompt === "broken") breakOff = () => response.socket!.end();
  });
  const giveUp = new AbortController();
  const [endless, broken, stopped] = await Promise.all([
    draw("endless"),
    draw("broken"),
    draw("stopped", giveUp.signal),
  ]);
  expect(await endless.read()).toMatchObject({
    problem: { message: "The AI service sent too large an answer." },
  });
  expect(sent).toBeLessThan(100_000_000);
  breakOff();
  expect(await broken.read()).toMatchObject({ problem: { reason: "unreachable" } });
  giveUp.abort();
  expect(await stopped.read()).toMatchObject({ problem: { reason: "aborted" } });
});

test("pictures that arrive at once are each read to the byte, told their length or not", async () => {
  const pictures = Array.from({ length: 60 }, (_, at) => randomBytes(50_000 + 37_001 * (at % 50)));
  const draw = await openModel((prompt, response) => {
    const body = answerWith(pictures[Number(prompt)]!.toString("base64"));
    if (Number(prompt) % 2) response.setHeader("content-length", body.length);
    response.write(body.subarray(0, 1000));
    response.end(body.subarray(1000));
  });
  const areRead = await Promise.all(
    pictures.map(async (picture, number) => {
      const read = await (await draw(String(number))).read();
      return "value" in read && read.value.equals(picture);
    }),
  );
  expect(areRead).toEqual(pictures.map(() => true));
});

test("of a run that fails, the picture that was there already is not kept", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const person = await memberWith(shop, 5);
  // Both first tries and one of the second ones, so that the other picture is there by then.
  await emulator.fault("safety", { times: 3, delayMs: 500 });
  const { id } = (await startGeneration(shop, person)).body.data;
  expect((await finished(shop, person, id)).stage).toBe("failed");
  for (const position of [1, 2]) {
    await expect
      .poll(() => shop.platform.storage.get(`generations/${id.slice(-2)}/${id}-${position}-0.png`))
      .toBeNull();
  }
});
