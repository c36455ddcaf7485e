import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { modelPicture } from "./picture.ts";

/**
 * The models of the benchmark: generateContent's answer with one picture, DELAY_MS after it was asked for, and what the
 * text model reads in it after two seconds at most. The answers are made once, so that as little as possible of the
 * machine goes into what is not measured. PICTURE is "jpeg" or "png".
 */
const kind = process.env.PICTURE === "png" ? "png" : "jpeg";
const picture = await modelPicture(kind);
const inlineData = {
  mimeType: `image/${kind}`,
  data: picture.toString("base64"),
};
const answerOf = (part: object) =>
  Buffer.from(
    JSON.stringify({ candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP" }] }),
  );
const drawn = answerOf({ inlineData });
const read = answerOf({ text: JSON.stringify({ words: "The truth about side projects" }) });
const delayMs = Number(process.env.DELAY_MS);

const server = createServer((request, response) => {
  request.resume();
  const isDrawing = request.url?.includes("nano-banana");
  const answer = isDrawing ? drawn : read;
  const delay = isDrawing ? delayMs : Math.min(delayMs, 2_000);
  setTimeout(() => {
    response.writeHead(200, {
      "content-type": "application/json; charset=UTF-8",
      "content-length": answer.length,
    });
    response.end(answer);
  }, delay);
});
server.keepAliveTimeout = 60_000;
process.once("SIGTERM", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, `${picture.length} bytes`);
});
