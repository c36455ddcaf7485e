import { expect, test, vi } from "vitest";

test("in a browser the schema library never tries to compile, which the pages' policy forbids and would report", async () => {
  vi.stubGlobal("document", {});
  await import("#web/api/no-compiled-checks.ts");
  const { z } = await import("zod");
  const compile = vi.fn();
  vi.stubGlobal("Function", compile);
  const answer = z.object({ name: z.string() }).safeParse({ name: "A" });
  vi.unstubAllGlobals();
  expect(answer.data).toEqual({ name: "A" });
  expect(z.config().jitless).toBe(true);
  expect(compile).not.toHaveBeenCalled();
});
