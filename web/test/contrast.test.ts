import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../app/ui/tokens.css", import.meta.url), "utf8");
const declared = new Map(
  [...css.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].map((match) => [match[1] ?? "", match[2]?.trim() ?? ""]),
);

type Scheme = "light" | "dark";

/** The six-digit colour of a token in one scheme. */
function color(token: string, scheme: Scheme): string {
  const value = declared.get(`--color-${token}`);
  if (!value) throw new Error(`tokens.css has no --color-${token}`);
  const pair = /^light-dark\(([^,]+),\s*([^)]+)\)$/.exec(value);
  const hex = (pair ? (scheme === "light" ? pair[1] : pair[2]) : value)?.trim() ?? "";
  if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`--color-${token} isn't a plain colour: ${value}`);
  return hex;
}

/** WCAG 2.2 relative luminance, 0 to 1. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ["bg", "surface", "raised", "sunken", "hover"];
/** States with a colour of their own; of `info` there are a text and a soft ground. */
const solid = ["success", "warning", "danger"];
const states = [...solid, "info"];
const on = (ground: string, ...texts: string[]) => texts.map((text) => [text, ground] as const);

const textPairs = [
  ...grounds.flatMap((ground) => on(ground, "text", "text-muted", "text-placeholder", "text-disabled")),
  ...grounds.flatMap((ground) =>
    on(ground, "link", "link-hover", "primary-text", "danger", "success", "warning"),
  ),
  ...grounds.flatMap((ground) => on(ground, ...states.map((state) => `${state}-text`), "neutral-text")),
  ...[...states, "neutral"].map((state) => [`${state}-text`, `${state}-soft`] as const),
  ...[...solid, "neutral"].map((state) => ["on-state", state] as const),
  ...[...states, "neutral"].map((state) => ["text", `${state}-soft`] as const),
  ...["primary", "primary-hover", "primary-active"].map((fill) => ["on-primary", fill] as const),
  ...["accent", "accent-hover"].map((fill) => ["on-accent", fill] as const),
  ["on-state", "danger-hover"],
  ["primary-text", "primary-soft"],
  ["on-accent-soft", "accent-soft"],
  ["on-selection", "selection"],
  ...["deep", "deep-raised"].flatMap((ground) =>
    on(ground, "on-deep", "on-deep-muted", "primary-text-on-deep", "focus-on-deep"),
  ),
] as const;

const linePairs = [
  ...grounds.flatMap((ground) => on(ground, "focus", "border-strong")),
  ...solid.map((state) => [state, `${state}-soft`] as const),
  ["primary", "deep"],
  ["accent", "surface"],
] as const;

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  test.each(textPairs)("%s on %s is legible text (4.5)", (text, ground) => {
    expect(contrast(color(text, scheme), color(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(linePairs)("%s on %s is a visible line (3)", (line, ground) => {
    expect(contrast(color(line, scheme), color(ground, scheme))).toBeGreaterThanOrEqual(3);
  });
});

test("every colour token names a colour or a pair, never a variable that the test can't read", () => {
  const names = [...declared.keys()].filter(
    (name) => name.startsWith("--color-") && name !== "--color-overlay",
  );
  for (const name of names) expect(() => color(name.slice("--color-".length), "dark")).not.toThrow();
});
