import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { loadBlock } from "#web/features/site/block.tsx";

beforeAll(() => {
  vi.stubGlobal("location", new URL("http://127.0.0.1/"));
});

/** A server that answers every request so, and the block that reads it. */
async function blockOf(answer: RequestListener, onStatus?: string): Promise<unknown> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const path: never =
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/banner-section` as never;
  return loadBlock({ path, fallback: "Failed to fetch banner data", ...(onStatus ? { onStatus } : {}) });
}

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

test("a block is what the envelope holds, or a bare list", async () => {
  expect(await blockOf(json({ success: true, data: { isActive: true } }))).toEqual({ isActive: true });
  expect(await blockOf(json([1, 2]))).toEqual([1, 2]);
});

test.each([404, 429, 500, 503])("status %i is told as documented, whatever the body says", async (status) => {
  const body = json({ success: false, message: "something else" }, status);
  await expect(blockOf(body)).rejects.toThrow(`HTTP error! Status: ${status}`);
  await expect(blockOf(body, "Failed to fetch packages")).rejects.toThrow("Failed to fetch packages");
});

test("an answer that is no success gives its message, and the block's own text without one", async () => {
  await expect(blockOf(json({ success: false, message: "Not today" }))).rejects.toThrow("Not today");
  await expect(blockOf(json({ success: false }))).rejects.toThrow("Failed to fetch banner data");
  await expect(blockOf(json({}))).rejects.toThrow("Failed to fetch banner data");
});

test("a broken connection and an answer that is no JSON are told as the network's", async () => {
  const text = "Network error or server not responding";
  await expect(blockOf((request) => request.socket.destroy())).rejects.toThrow(text);
  await expect(blockOf((_request, response) => response.end("<p>no JSON</p>"))).rejects.toThrow(text);
  await expect(blockOf(json(null))).rejects.toThrow(text);
});
