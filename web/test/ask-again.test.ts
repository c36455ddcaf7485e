import { expect, test } from "vitest";
import type { Generation } from "#contract/generations.ts";
import { generationFailed } from "#web/features/generations/failures.tsx";
import { askAgain } from "#web/features/generations/start-generation.ts";

const run = (more: Partial<Generation>): Generation => ({
  id: "a1",
  stage: "failed",
  title: "Bread",
  niche: "cooking",
  style: "bold",
  prompt: "",
  customPrompt: "",
  enhancedPrompt: "",
  words: "drawn",
  kind: "new",
  references: [],
  brand: false,
  createdAt: "2026-11-23T12:00:00.000Z",
  favourite: false,
  kept: null,
  images: [],
  ...more,
});

test("a change that failed is asked for again as it was, and never what the form says", () => {
  const source = { kind: "picture", id: "p1", instruction: "Darker" } as const;
  expect(askAgain(run({ kind: "change", source }))).toEqual({
    title: "Bread",
    niche: "cooking",
    style: "bold",
    customPrompt: "",
    source: { kind: "picture", id: "p1" },
    instruction: "Darker",
  });
  expect(
    askAgain(run({ kind: "variation", source: { kind: "design", id: "d1", vary: "light" } })),
  ).toMatchObject({
    source: { kind: "design", id: "d1" },
    vary: "light",
  });
});

test("a new run that failed is asked for again by its own record, as long as nothing mends it in the form", () => {
  const own = { customPrompt: "A red door", enhancedPrompt: "A red door, ajar", references: ["r1"] };
  const video = { id: "abcdefghijk", channel: "Ovens" };
  expect(askAgain(run({ ...own, video: { ...video, thumbnailUrl: "" } }))).toEqual({
    ...{ title: "Bread", niche: "cooking", style: "bold", words: "drawn", brand: false },
    ...{ ...own, video },
  });
});

test("a free take that failed is asked for again, free, as long as its picture is there", () => {
  const source = { kind: "picture", id: "p1", previewUrl: "/api/generations/a0/images/2/preview" } as const;
  expect(askAgain(run({ kind: "retake", source }))).toEqual({ retake: { id: "a0", position: "2" } });
  expect(askAgain(run({ kind: "retake", source: { kind: "picture", id: "p1" } }))).toBeNull();
  expect(
    generationFailed(run({ kind: "retake", error: "The AI service did not answer in time." })),
  ).toMatchObject({
    text: "Error: The AI service did not answer in time.",
    detail: "Nothing was charged, and the free take can still be had.",
    next: { act: "retry" },
  });
});
