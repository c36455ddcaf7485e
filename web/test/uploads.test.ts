import { beforeEach, expect, test, vi } from "vitest";
import { readStoredUploads, storeUploads } from "#web/features/support/uploads.ts";

const hour = 60 * 60 * 1000;
const record = (_id: string) => ({
  _id,
  name: `${_id}.png`,
  mimeType: "image/png" as const,
  bytes: 1,
  url: `/api/support/attachments/${_id}`,
});
const idsOf = (draft: string, now: number) =>
  readStoredUploads(draft, now).map(({ record: kept }) => kept._id);

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
});

test("files of a draft are offered again until shortly before the server drops them, each by its own age", () => {
  storeUploads("draft", [record("a")], 0);
  storeUploads("draft", [record("a"), record("b")], 10 * hour);
  expect(idsOf("draft", 22 * hour)).toEqual(["a", "b"]);
  expect(idsOf("draft", 23 * hour)).toEqual(["b"]);
  expect(idsOf("draft", 33 * hour)).toEqual([]);
  expect(idsOf("another", 10 * hour)).toEqual([]);
});

test("a draft without files keeps nothing, and damage is as good as nothing", () => {
  storeUploads("draft", [record("a")], 0);
  storeUploads("draft", [], 0);
  expect(localStorage.getItem("draft:files")).toBeNull();
  for (const damaged of ["{", "7", '[{"at":0}]', "null"]) {
    localStorage.setItem("draft:files", damaged);
    expect(idsOf("draft", 0)).toEqual([]);
  }
});
