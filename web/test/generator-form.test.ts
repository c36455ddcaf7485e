import { describe, expect, it } from "vitest";
import {
  generatorForm,
  resetForm,
  restoreReplacedPrompt,
  reusedForm,
  shuffled,
  startForm,
  withCustomPrompt,
  withEnhancedPrompt,
  withNiche,
  withTitle,
} from "#web/features/generations/form-state.ts";
import { templatesByNiche } from "#web/features/generations/template-texts.ts";

const first = () => 0;

describe("the generator's form", () => {
  it("starts with business and professional, and with a business template", () => {
    const form = startForm(first);
    expect(form).toMatchObject({ title: "", niche: "business", style: "professional", enhancedShown: false });
    expect(templatesByNiche.business).toContain(form.template);
    expect(form.customPrompt).toContain("Your Video Title");
  });

  it("keeps the template and changes only the title in it while a title is typed", () => {
    const form = startForm(first);
    const titled = withTitle(form, "Bread");
    expect(titled.template).toBe(form.template);
    expect(titled.customPrompt).toBe(form.customPrompt.replace("Your Video Title", "Bread"));
  });

  it("takes a template of the new niche", () => {
    const form = withNiche(withTitle(startForm(first), "Bread"), "cooking", first);
    expect(templatesByNiche.cooking).toContain(form.template);
    expect(form.customPrompt).toContain("Bread");
  });

  it("never touches a prompt that was edited by hand, an emptied one included", () => {
    for (const text of ["My own words", ""]) {
      const form = withCustomPrompt(startForm(first), text);
      expect(withNiche(withTitle(form, "Bread"), "cooking").customPrompt).toBe(text);
    }
  });

  it("shuffles to another template, and fills in by itself again", () => {
    const form = shuffled(startForm(first), first);
    expect(form.template).not.toBe(startForm(first).template);
    expect(withTitle(form, "Bread").customPrompt).toContain("Bread");
  });

  it("brings back a text written by hand that a shuffle replaced", () => {
    const form = shuffled(shuffled(withCustomPrompt(startForm(first), "My own words")));
    expect(restoreReplacedPrompt(form)).toMatchObject({
      customPrompt: "My own words",
      template: null,
      replaced: null,
    });
  });

  it("resets to gaming and minimal, with a fresh template and nothing enhanced", () => {
    const form = resetForm(first);
    expect(form).toMatchObject({ title: "", niche: "gaming", style: "minimal", enhancedPrompt: "" });
    expect(templatesByNiche.gaming).toContain(form.template);
  });

  it("keeps the field of an enhanced prompt while it is being emptied", () => {
    expect(withEnhancedPrompt(withEnhancedPrompt(startForm(first), "Richer"), "").enhancedShown).toBe(true);
  });

  it("takes over a past run, one of a niche that no longer exists included", () => {
    const generation = {
      title: "Bread",
      niche: "knitting",
      style: "bold",
      customPrompt: "Dough",
      enhancedPrompt: "",
    };
    const form = reusedForm(generation);
    expect(form).toMatchObject({ title: "Bread", niche: "business", style: "bold", template: null });
    expect(form.customPrompt).toBe("Dough");
  });

  it("is what a draft is read back as", () => {
    const form = withTitle(startForm(first), "Bread");
    expect(generatorForm.parse(JSON.parse(JSON.stringify(form)))).toEqual(form);
    expect(generatorForm.safeParse({ ...form, niche: "toString" }).success).toBe(false);
  });
});
