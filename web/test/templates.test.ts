import { describe, expect, it } from "vitest";
import { niches, promptMaxLength, titleMaxLength } from "#contract/generation-options.ts";
import { templatesByNiche } from "#web/features/generations/template-texts.ts";
import { fillTemplate, pickTemplate } from "#web/features/generations/templates.ts";

const all = Object.values(templatesByNiche).flat();
const wordsOf = (text: string) => text.split(/\s+/).length;

describe("prompt templates", () => {
  it("give each of the 32 niches eight texts", () => {
    expect(Object.keys(templatesByNiche).sort()).toEqual(niches.map((niche) => niche.value).sort());
    expect(niches).toHaveLength(32);
    for (const [niche, templates] of Object.entries(templatesByNiche))
      expect(templates, niche).toHaveLength(8);
  });

  it("never repeat a text, nor the opening of one", () => {
    expect(new Set(all).size).toBe(256);
    expect(new Set(all.map((text) => text.split(" ").slice(0, 6).join(" "))).size).toBe(256);
  });

  it("have 40 to 80 words and name the title exactly once", () => {
    for (const text of all) {
      expect(text.split("{title}"), text).toHaveLength(2);
      expect(wordsOf(text), text).toBeGreaterThanOrEqual(40);
      expect(wordsOf(text), text).toBeLessThanOrEqual(80);
    }
  });

  it("stay within a prompt's limit with the longest title", () => {
    const longest = "W".repeat(titleMaxLength);
    for (const text of all) expect(fillTemplate(text, longest).length).toBeLessThanOrEqual(promptMaxLength);
  });
});

describe("filling a template", () => {
  it("takes an emulator for a blank title", () => {
    expect(fillTemplate("Set “{title}” large", "  \t")).toBe("Set “Your Video Title” large");
  });

  it("puts a title in as it is, replacement patterns and placeholders included", () => {
    expect(fillTemplate("Set “{title}” large", "Save $$$ and $& {title}")).toBe(
      "Set “Save $$$ and $& {title}” large",
    );
  });

  it("changes only the title when the title changes", () => {
    const template = pickTemplate(templatesByNiche, "cooking");
    const first = fillTemplate(template, "Bread");
    expect(fillTemplate(template, "Better Bread")).toBe(first.replace("Bread", "Better Bread"));
  });
});

describe("picking a template", () => {
  it("reaches every template of the niche and no other", () => {
    const picked = Array.from({ length: 8 }, (_, n) => pickTemplate(templatesByNiche, "books", () => n / 8));
    expect(picked).toEqual(templatesByNiche.books);
  });

  it("never gives the present one again on a shuffle", () => {
    for (const present of templatesByNiche.art) {
      for (const random of [0, 0.3, 0.6, 0.999999]) {
        expect(pickTemplate(templatesByNiche, "art", () => random, present)).not.toBe(present);
      }
    }
  });

  it("falls back to business for a niche that it does not know, inherited names included", () => {
    for (const unknown of ["knitting", "", "toString", "__proto__"]) {
      expect(templatesByNiche.business).toContain(pickTemplate(templatesByNiche, unknown));
    }
  });
});
