import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { renderThumbnail } from "#stand-ins/gemini/renderer/render.ts";

/**
 * The model of the benchmark: generateContent's answer with one real thumbnail, DELAY_MS after it was asked for.
 * The answer is made once, so that as little as possible of the machine goes into what is not measured.
 */
const picture = await renderThumbnail({
  title: "The truth about side projects",
  niche: "business",
  style: "colorful",
  variation: 0,
});
const inlineData = { mimeType: "image/png", data: picture.toString("base64") };
const answer = Buffer.from(
  JSON.stringify({
    candidates: [{ content: { role: "model", parts: [{ inlineData }] }, finishReason: "STOP" }],
  }),
);
const delayMs = Number(process.env.DELAY_MS);

const server = createServer((request, response) => {
  request.resume();
  setTimeout(() => {
    response.writeHead(200, {
      "content-type": "application/json; charset=UTF-8",
      "content-length": answer.length,
    });
    response.end(answer);
  }, delayMs);
});
server.keepAliveTimeout = 60_000;
process.once("SIGTERM", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, `${picture.length} bytes`);
});
