import { describe, expect, it } from "vitest";
import { ApiError } from "#web/api/client.ts";
import { downloadName } from "#web/features/generations/download-button.tsx";
import { enhanceFailed, generationFailed, startFailed } from "#web/features/generations/failures.tsx";
import { durationText } from "#web/features/generations/messages.tsx";
import { apparentProgress, paceText } from "#web/features/generations/progress.tsx";
import {
  loadProblem,
  refusalToEnhance,
  refusalToGenerate,
} from "#web/features/generations/start-generation.ts";
import { startTimeOf } from "#web/features/generations/use-shown-generation.ts";

const able = { balance: 2, cost: 1, minimumBalance: 2, keysUsable: true };
const insufficient = "Insufficient credits. You need at least 1 credits to generate two thumbnails.";

describe("a refusal to generate", () => {
  it("names the title first, then the credits, then the keys", () => {
    expect(refusalToGenerate(" ", { ...able, balance: 0, keysUsable: false })?.text).toBe(
      "Video title is required",
    );
    expect(refusalToGenerate("Bread", { ...able, balance: 1, keysUsable: false })?.text).toBe(insufficient);
    expect(refusalToGenerate("Bread", { ...able, keysUsable: false })?.text).toBe(
      "No API keys available. Please try again later.",
    );
    expect(refusalToGenerate("Bread", able)).toBeNull();
  });

  it("asks for a prompt before it can be enhanced", () => {
    expect(refusalToEnhance(" ", false)?.text).toBe("Please enter a custom prompt to enhance");
    expect(refusalToEnhance("Dough", false)?.text).toBe("No API keys available. Please try again later.");
    expect(refusalToEnhance("Dough", true)).toBeNull();
  });
});

describe("a failure", () => {
  it("stands as documented where the server refused, and says that nothing was charged", () => {
    const refused = new ApiError(402, { code: "INSUFFICIENT_CREDITS", message: insufficient });
    expect(startFailed(refused, false)).toMatchObject({ text: insufficient, detail: "Nothing was charged." });
  });

  it("is a failed deduction where the server could not start the run", () => {
    expect(
      startFailed(new ApiError(500, { code: "INTERNAL", message: "Something went wrong" }), false).text,
    ).toBe("Error: Failed to deduct credits");
  });

  it("never claims that nothing was charged where the run may have begun", () => {
    const unknown = [
      new ApiError(0, {}),
      new ApiError(502, {}),
      new ApiError(504, {}),
      new ApiError(500, { code: "INTERNAL", message: "x" }),
      new ApiError(503, { code: "UNAVAILABLE", message: "x" }),
    ];
    for (const error of unknown)
      expect(startFailed(error, false).detail, String(error.status)).toMatch(/never charged twice/);
    for (const code of ["NO_KEYS", "CONFLICT"])
      expect(
        startFailed(new ApiError(code === "NO_KEYS" ? 503 : 409, { code, message: "x" }), false).detail,
      ).toBe("Nothing was charged.");
  });

  it("that may have begun names the button that asks for the same again", () => {
    const offline = new ApiError(0, {});
    expect(startFailed(offline, false).detail).toMatch(/^Press Generate Thumbnails again once/);
    expect(startFailed(offline, true)).toMatchObject({
      detail: expect.stringMatching(/^Press Try again once/),
      next: { label: "Try again", act: "retry" },
    });
  });

  it("of a change or a variation never leads to the form's prompt, which it was not made of", () => {
    const source = { kind: "picture", id: "p1", previewUrl: "/api/generations/a0/images/2/preview" } as const;
    const { previewUrl: _, ...gone } = source;
    const reasons = "safety prohibited recitation language max-tokens no-image invalid-request".split(" ");
    for (const kind of ["change", "variation"] as const)
      for (const reason of reasons) {
        const message = generationFailed({ kind, reason, source, error: "x" });
        expect(message.next, reason).toEqual({ label: "Back to the thumbnail", act: "back" });
        expect(message.advice).not.toContain("prompt");
        expect(generationFailed({ kind, reason, source: gone, error: "x" }).next).toBeUndefined();
      }
    const busy = generationFailed({ kind: "change", reason: "overloaded", source, error: "x" });
    expect(busy.next).toMatchObject({ act: "retry" });
  });

  it("of a run gives its reason and what became of the credit", () => {
    expect(generationFailed({ error: "API Error: 503 - overloaded", refunded: true })).toMatchObject({
      kind: "error",
      text: "Error: API Error: 503 - overloaded",
      detail: "Your credit has been returned. Nothing was charged.",
    });
  });

  it("of a run carries a way on, whatever its reason", () => {
    const next = (reason?: string) => generationFailed({ error: "x", reason }).next;
    expect(next("safety")).toMatchObject({ act: "edit-prompt" });
    expect(next("rate-limit")).toMatchObject({ act: "retry", afterSeconds: 10 });
    expect(next("daily-quota")).toMatchObject({ to: "/user/create-support" });
    for (const reason of ["timeout", "toString", undefined])
      expect(next(reason)).toEqual({ label: "Try again", act: "retry" });
  });

  it("for want of a key is tried again when the server says that one is free", () => {
    const failed = (reason: string, retryAfterSeconds?: number) =>
      generationFailed({ error: "x", reason, retryAfterSeconds }).next;
    expect(failed("rate-limit", 60)).toMatchObject({ act: "retry", afterSeconds: 60 });
    expect(failed("rate-limit", 0)).toMatchObject({ act: "retry", afterSeconds: 0 });
    expect(failed("overloaded")).toMatchObject({ act: "retry", afterSeconds: 10 });
    const refused = new ApiError(503, { code: "NO_KEYS", message: "x" }, "42");
    expect(startFailed(refused, false).next).toMatchObject({ act: "retry", afterSeconds: 42 });
  });

  it("for want of credits leads to the packages", () => {
    const packages = { label: "See the packages", to: "/user/select-package" };
    expect(refusalToGenerate("Bread", { ...able, balance: 0 })?.next).toEqual(packages);
    expect(
      startFailed(new ApiError(402, { code: "INSUFFICIENT_CREDITS", message: "x" }), false).next,
    ).toEqual(packages);
  });

  it("to enhance carries the reason, an empty answer included", () => {
    expect(enhanceFailed(new ApiError(502, { message: "API Error: 500 - internal" })).text).toBe(
      "Error enhancing prompt: API Error: 500 - internal",
    );
    expect(enhanceFailed(new Error("")).text).toBe(
      "Error enhancing prompt: No enhancement received from API",
    );
  });

  it("to read the keys tells an answer from none, and none from an empty list", () => {
    expect(loadProblem({ error: new ApiError(500, {}), count: undefined })).toBe("Failed to load API keys");
    expect(loadProblem({ error: new ApiError(0, {}), count: undefined })).toBe("Error loading API keys");
    expect(loadProblem({ error: null, count: 0 })).toBe(
      "No API keys available. Please contact administrator.",
    );
    expect(loadProblem({ error: null, count: 1 })).toBeNull();
  });
});

describe("time and names", () => {
  it("never shows a run as finished while it goes on", () => {
    let before = 0;
    for (let seconds = 0; seconds < 600; seconds += 1) {
      const progress = apparentProgress(seconds, 20);
      expect(progress).toBeGreaterThanOrEqual(before);
      expect(progress).toBeLessThan(1);
      before = progress;
    }
  });

  it("calls a run late only past twice the usual time, and never within ten seconds", () => {
    const late = "This takes longer than usual.";
    expect([1, 9, 10].map((seconds) => paceText(seconds, 0.6))).toEqual(Array(3).fill("Usually about 1 s"));
    expect(paceText(11, 0.6)).toBe(late);
    expect(paceText(40, 20)).toBe("Usually about 20 s");
    expect(paceText(41, 20)).toBe(late);
    expect(paceText(1, 65.3)).toBe("Usually about 1 min 5 s");
    expect(paceText(1, undefined)).toBe("Often about 20 s");
  });

  it("writes seconds and minutes", () => {
    expect([durationText(45), durationText(60), durationText(65)]).toEqual(["45 s", "1 min", "1 min 5 s"]);
  });

  it("names a download after its place and the run's own time", () => {
    expect(downloadName(2, "2026-11-21T05:00:00.000Z")).toBe("youtube-thumbnail-2-1795237200000.png");
  });
});

describe("the time of a run", () => {
  it("is the server's, whatever the browser's clock says, also where an answer was kept for a while", () => {
    const wrong = Date.parse("2001-01-01T00:00:00Z");
    const first = startTimeOf({ id: "a", runningSeconds: 3 }, null, wrong + 3_000);
    expect(first).toEqual({ id: "a", at: wrong });
    expect(startTimeOf({ id: "a", runningSeconds: 3 }, first, wrong + 60_000)).toBe(first);
    expect(startTimeOf({ id: "a", runningSeconds: 9 }, first, wrong + 4_000).at).toBe(wrong - 5_000);
    expect(startTimeOf({ id: "b", runningSeconds: 1 }, first, wrong + 60_000)).toEqual({
      id: "b",
      at: wrong + 59_000,
    });
  });
});
