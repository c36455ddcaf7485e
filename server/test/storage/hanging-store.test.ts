import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { s3Storage } from "#server/providers/storage/s3.ts";
import { startS3 } from "./s3-server.ts";

/** Has garbage collected again and again, as a busy process does. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const timer = setInterval(gc, 100);
  onTestFinished(() => clearInterval(timer));
}

const unavailable = expect.objectContaining({ code: "UNAVAILABLE" });

test.each([
  ["gives no answer", false],
  ["stops amid its answer", true],
])(
  "a store that %s is waited for until its time is over, also across a garbage collection",
  async (_name, begins) => {
    const { s3, behaviour } = await startS3();
    behaviour.instead = (_request, _body, response) => {
      if (begins) response.writeHead(200, { "content-length": 100 }).write("abc");
      return true;
    };
    const storage = s3Storage({ ...s3, timeoutMs: 1_000 });
    collectGarbage();
    await Promise.all([
      expect(storage.put("a.png", Buffer.from("abc"), "image/png")).rejects.toEqual(unavailable),
      expect(storage.get("a.png")).rejects.toEqual(unavailable),
    ]);
  },
);

test("all tries of a call together have the time of one", async () => {
  const { s3, behaviour, requests } = await startS3();
  behaviour.instead = (_request, _body, response) => {
    setTimeout(() => response.writeHead(503).end(), 700);
    return true;
  };
  await expect(s3Storage({ ...s3, timeoutMs: 1_000 }).get("a.png")).rejects.toEqual(unavailable);
  // With a time for each there would be three.
  expect(requests.length).toBeLessThan(3);
});
