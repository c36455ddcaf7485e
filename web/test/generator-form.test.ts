import { describe, expect, it, onTestFinished, vi } from "vitest";
import { enhancedToSend, shownEnhanced } from "#web/features/generations/enhanced-prompt.ts";
import { readForm, writeFormDraft } from "#web/features/generations/form-draft.ts";
import {
  asksFor,
  keepingText,
  resetForm,
  restoreReplacedPrompt,
  reusedForm,
  shuffled,
  startForm,
  startTemplate,
  withCustomPrompt,
  withEnhancedPrompt,
  withEnhancement,
  withNiche,
  withTitle,
  withVideo,
} from "#web/features/generations/form-state.ts";
import { templatesByNiche } from "#web/features/generations/template-texts.ts";

const first = () => 0;
const started = startForm(startTemplate(templatesByNiche, first));

describe("the generator's form", () => {
  it("starts with business and professional, and with a business template", () => {
    const form = started;
    expect(form).toMatchObject({ title: "", niche: "business", style: "professional", enhanced: null });
    expect(templatesByNiche.business).toContain(form.template);
    expect(form.customPrompt).toContain("Your Video Title");
  });

  it("keeps the template and changes only the title in it while a title is typed", () => {
    const form = started;
    const titled = withTitle(form, "Bread");
    expect(titled.template).toBe(form.template);
    expect(titled.customPrompt).toBe(form.customPrompt.replace("Your Video Title", "Bread"));
  });

  it("takes a template of the new niche", () => {
    const form = withNiche(withTitle(started, "Bread"), templatesByNiche, "cooking", first);
    expect(templatesByNiche.cooking).toContain(form.template);
    expect(form.customPrompt).toContain("Bread");
  });

  it("never touches a prompt that was edited by hand, an emptied one included", () => {
    for (const text of ["My own words", ""]) {
      const form = withCustomPrompt(started, text);
      expect(withNiche(withTitle(form, "Bread"), templatesByNiche, "cooking").customPrompt).toBe(text);
    }
  });

  it("shuffles to another template, and fills in by itself again", () => {
    const form = shuffled(started, templatesByNiche, first);
    expect(form.template).not.toBe(started.template);
    expect(withTitle(form, "Bread").customPrompt).toContain("Bread");
  });

  it("brings back a text written by hand that a shuffle replaced", () => {
    const form = shuffled(
      shuffled(withCustomPrompt(started, "My own words"), templatesByNiche),
      templatesByNiche,
    );
    expect(restoreReplacedPrompt(form)).toMatchObject({
      customPrompt: "My own words",
      template: null,
      replaced: null,
    });
  });

  it("brings back a text written by hand that a reset or a past run replaced, unless it is the run's own", () => {
    const typed = withCustomPrompt(started, "My own words");
    const reset = keepingText(typed, resetForm(templatesByNiche));
    expect(restoreReplacedPrompt(reset)).toMatchObject({ customPrompt: "My own words", niche: "gaming" });
    const past = {
      ...{ title: "Bread", niche: "cooking", style: "bold", words: "drawn" as const },
      ...{ customPrompt: "The run's", enhancedPrompt: "", references: [], brand: null },
    };
    const reused = keepingText(typed, reusedForm(past, templatesByNiche));
    expect(reused).toMatchObject({ customPrompt: "The run's", replaced: "My own words" });
    expect(keepingText(reused, reusedForm(past, templatesByNiche)).replaced).toBe("My own words");
    expect(keepingText(started, reused).replaced).toBe(null);
  });

  it("keeps it when another screen prepares the form", () => {
    const store = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, text: string) => store.set(key, text),
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    writeFormDraft("1", withCustomPrompt(started, "My own words"));
    writeFormDraft("1", withTitle(started, "Bread"));
    const [[key, text] = []] = store;
    expect(readForm(text!)).toMatchObject({ title: "Bread", replaced: "My own words" });
    store.set(key!, "{");
    writeFormDraft("1", started);
    expect(readForm(store.get(key!)!)).toEqual(started);
  });

  it("resets to gaming and minimal, with a fresh template and nothing enhanced", () => {
    const form = resetForm(templatesByNiche, first);
    expect(form).toMatchObject({ title: "", niche: "gaming", style: "minimal", enhanced: null });
    expect(templatesByNiche.gaming).toContain(form.template);
  });

  it("keeps the field of an enhanced prompt while it is being emptied", () => {
    expect(withEnhancedPrompt(withEnhancedPrompt(started, "Richer"), "").enhanced?.text).toBe("");
  });

  it("takes over a past run, one of a niche that no longer exists included", () => {
    const generation = {
      title: "Bread",
      niche: "knitting",
      style: "bold",
      words: "drawn" as const,
      customPrompt: "Dough",
      enhancedPrompt: "",
      references: ["one"],
      brand: true,
    };
    const form = reusedForm(generation, templatesByNiche);
    expect(form).toMatchObject({ references: ["one"], brand: true });
    expect(form).toMatchObject({ title: "Bread", niche: "business", style: "bold", template: null });
    expect(form.customPrompt).toBe("Dough");
  });

  it("knows the template of a past run again, so that its title still follows", () => {
    const past = withTitle(started, "Bread");
    const form = reusedForm(
      { ...past, words: "text", enhancedPrompt: "A loaf under “Bread”" },
      templatesByNiche,
    );
    expect(form.template).toBe(past.template);
    const titled = withTitle(form, "Soup");
    expect(titled.customPrompt).toContain("“Soup”");
    expect(enhancedToSend(titled)).toBe("A loaf under “Soup”");
  });

  it("is what a draft is read back as", () => {
    const form = withEnhancedPrompt(withTitle(started, "Bread"), "Richer");
    const withAll = { ...form, video: { id: "abcdefghijk", title: "Bread", channel: "Mara" }, brand: true };
    expect(readForm(JSON.stringify(form))).toEqual(form);
    expect(readForm(JSON.stringify({ ...withAll, references: ["one"], other: 1 }))).toEqual({
      ...withAll,
      references: ["one"],
    });
  });

  it("is not read from what is no draft of it", () => {
    const wrongs: Record<string, unknown>[] = [
      { niche: "toString" },
      { style: "unheard" },
      { title: 1 },
      { title: undefined },
      { words: "sung" },
      { video: { id: "abcdefghijk" } },
      { references: "one" },
      { references: [1] },
      { references: Array.from({ length: 20 }, String) },
      { brand: "yes" },
      { template: 1 },
      { enhanced: { text: "Richer" } },
      { enhanced: { text: "Richer", origin: null } },
    ];
    for (const wrong of wrongs)
      expect(readForm(JSON.stringify({ ...started, ...wrong })), JSON.stringify(wrong)).toBeNull();
    for (const text of ["null", "[]", '"form"', "1"]) expect(readForm(text), text).toBeNull();
  });

  it("is read back from a draft that was kept before there was a choice of words", () => {
    const { words: _, ...older } = withTitle(started, "Bread");
    expect(readForm(JSON.stringify(older))).toMatchObject({ title: "Bread", words: null });
  });

  it("asks for a past run only where the words and the own pictures are the same", () => {
    const past = {
      title: "Bread",
      niche: "business",
      style: "bold",
      words: "text",
      references: ["one"],
    } as const;
    const form = { ...started, ...past, references: ["one"] };
    expect(asksFor(form, past)).toBe(true);
    expect(asksFor({ ...form, words: "drawn" }, past)).toBe(false);
    expect(asksFor({ ...form, references: [] }, past)).toBe(false);
  });
});

describe("an enhanced prompt", () => {
  const titled = withTitle(started, "Art");
  const form = withEnhancedPrompt(titled, "Start with “Art” in gold. Art leads.");

  it("follows the title, whole words only, also back and through an emptied field", () => {
    expect(enhancedToSend(withTitle(form, "$& (1+1)"))).toBe(
      "Start with “$& (1+1)” in gold. $& (1+1) leads.",
    );
    expect(enhancedToSend(withTitle(form, ""))).toContain("“Your Video Title”");
    expect(enhancedToSend(withTitle(withTitle(form, ""), "Art"))).toBe(form.enhanced?.text);
    const odd = withEnhancedPrompt(withTitle(titled, "C++? [Really]"), "Letter C++? [Really] large");
    expect(enhancedToSend(withTitle(odd, "Go"))).toBe("Letter Go large");
  });

  it("is not sent once the title has changed and the text does not say it, or quotes words of the earlier one", () => {
    const long = withTitle(started, "5 Python Tricks in 2026");
    for (const text of [
      "A snake on a laptop",
      "Letter “5 PYTHON TRICKS IN 2026” large",
      "Letter “5 Python Tricks in 2026” large, with “2026” in yellow",
      "Letter '5 Python Tricks in 2026' large, with 'tricks' in yellow",
    ]) {
      const changed = withTitle(withEnhancedPrompt(long, text), "My Toddler Cooks");
      expect(shownEnhanced(changed)?.outdated, text).toBe("title");
      expect(enhancedToSend(changed), text).toBe("");
    }
    const mended = withTitle(
      withEnhancedPrompt(long, "Letter “5 Python Tricks in 2026” large, with “2026” in yellow"),
      "7 Python Tricks in 2026",
    );
    expect(enhancedToSend(mended)).toContain("“7 Python Tricks in 2026” large, with “2026” in yellow");
  });

  it("made before there was a title stays as long as it names none", () => {
    const untitled = started;
    expect(enhancedToSend(withTitle(withEnhancedPrompt(untitled, "A calm desk"), "Bread"))).toBe(
      "A calm desk",
    );
    const placeholder = withEnhancedPrompt(untitled, "Letter “Your Video Title” large");
    expect(enhancedToSend(withTitle(placeholder, "Bread"))).toBe("Letter “Bread” large");
  });

  it("is not sent for another niche, style or prompt, and counts again once that is taken back", () => {
    const byHand = withEnhancedPrompt(withCustomPrompt(titled, "My own words"), "Art, richer");
    expect(shownEnhanced(withNiche(byHand, templatesByNiche, "cooking"))?.outdated).toBe("niche");
    expect(shownEnhanced({ ...byHand, style: "bold" })?.outdated).toBe("style");
    expect(shownEnhanced(withCustomPrompt(byHand, "Other words"))?.outdated).toBe("prompt");
    expect(shownEnhanced(shuffled(byHand, templatesByNiche))?.outdated).toBe("prompt");
    expect(enhancedToSend(restoreReplacedPrompt(shuffled(byHand, templatesByNiche)))).toBe("Art, richer");
    expect(enhancedToSend({ ...byHand, style: "bold" })).toBe("");
  });

  it("that was made for another form is sent once it is taken over", () => {
    const changed = withNiche(form, templatesByNiche, "cooking", first);
    expect(enhancedToSend(withEnhancedPrompt(changed, shownEnhanced(changed)!.text))).toContain("“Art”");
  });

  it("belongs to the form that was sent when its answer comes late, and never replaces a newer one", () => {
    const late = withEnhancement(withTitle(titled, "Soup"), "Letter “Art” large", titled);
    expect(enhancedToSend(late)).toBe("Letter “Soup” large");
    expect(
      enhancedToSend(withEnhancement(withNiche(titled, templatesByNiche, "cooking"), "Richer", titled)),
    ).toBe("");
    const newer = withEnhancedPrompt(titled, "My own enhanced words");
    expect(withEnhancement(newer, "Richer", titled)).toBe(newer);
    const readAgain = JSON.parse(JSON.stringify(newer)) as typeof newer;
    expect(enhancedToSend(withEnhancement(readAgain, "Richer", newer))).toBe("Richer");
  });
});

describe("the generator's form of a video", () => {
  const video = { id: "abcdefghijk", title: "Night Train", channel: "Mara" };
  const link = "https://youtu.be/abcdefghijk";

  it("puts the video's title in the place of its link, in the template as well", () => {
    const form = withVideo(withTitle(started, ` ${link} `), video, link);
    expect(form).toMatchObject({ title: "Night Train", video });
    expect(form.customPrompt).toContain("Night Train");
  });

  it("leaves what was typed since the video was asked for", () => {
    const form = withVideo(withTitle(started, "Something else"), video, link);
    expect(form).toMatchObject({ title: "Something else", video });
  });

  it("cuts a title that is longer than the field holds, by whole characters", () => {
    const cut = (title: string) => withVideo(withTitle(started, link), { ...video, title }, link).title;
    expect(cut("x".repeat(120))).toHaveLength(100);
    expect(cut("🦊".repeat(60))).toBe("🦊".repeat(50));
    expect(cut(`${"x".repeat(99)}🦊`)).toBe("x".repeat(99));
  });

  it("goes with Reset, and comes back with a run that is used again", () => {
    expect(resetForm(templatesByNiche, first).video).toBeNull();
    const past = { ...started, title: "Bread", words: "text" as const, enhancedPrompt: "" };
    expect(reusedForm({ ...past, video }, templatesByNiche).video).toEqual({ ...video, title: "Bread" });
    expect(readForm(JSON.stringify({ ...started, video: undefined }))?.video).toBeNull();
  });
});
