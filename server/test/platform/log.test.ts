import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#server/platform/log.ts";

test("a failed statement's parameters stay out of the log, whatever lines they hold", async () => {
  const written: string[] = [];
  const write = vi
    .spyOn(process.stdout, "write")
    .mockImplementation((line) => written.push(String(line)) > 0);
  onTestFinished(() => write.mockRestore());
  const message = "Failed query: select $1, $2\nparams: a text\n    at a place (file.ts:1:1),the secret";
  const log = createLog("error");
  log.error({ err: new Error(message, { cause: new Error(message) }) }, "failed");
  log.flush();
  const [line = ""] = written;
  expect(line).toContain("Failed query: select $1, $2");
  expect(line).toContain("log.test.ts");
  expect(line).not.toContain("the secret");
  expect(line).not.toContain("params");
});
