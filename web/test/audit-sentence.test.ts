import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changesOf } from "#web/features/admin-audit/audit-changes.ts";
import { auditSentence, deedOf } from "#web/features/admin-audit/audit-sentence.ts";

const features = new URL("../../server/src/features/", import.meta.url);
const line = (action: string, rest: object = {}) => ({
  actorEmail: "ada@example.com",
  actorName: "Ada",
  action,
  subject: "banner",
  subjectName: null,
  before: null,
  after: null,
  names: {},
  ...rest,
});

/** The actions as the audit log names them: the staff's writes in the contract, and the server's own words. */
async function auditedActions(): Promise<string[]> {
  const contract = new URL("../../contract/", import.meta.url);
  const calls: string[] = [];
  for (const file of readdirSync(contract).filter((name) => name.endsWith(".ts"))) {
    const exported = Object.values(await import(new URL(file, contract).href)).flatMap((value) =>
      typeof value === "object" && value !== null && !("method" in value) ? Object.values(value) : [value],
    );
    for (const value of exported as { method?: string; path?: string; access?: string }[])
      if (value?.path && value.method !== "GET" && ["admin", "support"].includes(value.access ?? ""))
        calls.push(`${value.method} ${value.path}`);
  }
  const sources = readdirSync(features, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const written = sources.flatMap((name) => {
    const source = readFileSync(new URL(name, features), "utf8");
    const named = /(?:action(?:: | = |, )|systemActor, |actor, (?="[A-Z]+ \/))"([^"]+)"/g;
    return [...source.matchAll(named)].map(([, action]) => action!);
  });
  return [...new Set([...calls, ...written])];
}

/** They change nothing. */
const notAudited = [
  "POST /api/paypal-settings/test",
  "POST /api/gemini-keys/{id}/test",
  "POST /api/support/tickets/{id}/presence",
];

test("each audited action is told in a sentence", async () => {
  const actions = (await auditedActions()).filter((action) => !notAudited.includes(action));
  expect(actions.length).toBeGreaterThan(50);
  expect(actions).toEqual(expect.arrayContaining(["refund of a second payment", "end of the demo"]));
  expect(actions.filter((action) => deedOf(line(action)) === null)).toEqual([]);
});

test.each([
  [
    line("PUT /api/banner-section", {
      before: { mainTitle: "A", version: 1 },
      after: { mainTitle: "B", version: 2 },
    }),
    "Ada changed the banner's main title",
  ],
  [
    line("PUT /api/users/{id}", {
      subject: "user:1",
      subjectName: "Mara",
      before: { currentBalance: 26 },
      after: { currentBalance: 40, reason: "For the trouble" },
    }),
    "Ada changed the balance of Mara from 26 to 40 (“For the trouble”)",
  ],
  [line("DELETE /order/{id}", { subject: "order:1", subjectName: "AB12CD34" }), "Ada deleted order AB12CD34"],
  [
    line("PUT /edit-package/{id}", {
      before: { name: "Creator", credit: 1 },
      after: { name: "Creator", credit: 2 },
    }),
    "Ada changed the credit of the package “Creator”",
  ],
  [
    line("PATCH /api/gemini-keys/{id}/toggle", {
      actorName: null,
      after: { name: "First", isActive: false },
    }),
    "ada@example.com switched the AI key “First” off",
  ],
  [
    line("PUT /api/pages/{slug}", { subject: "terms", before: { title: "A" }, after: { title: "B" } }),
    "Ada changed the title of the terms",
  ],
  [
    line("POST /api/content/{part}/versions/{version}/restore", { subject: "testimonials:all" }),
    "Ada brought back an earlier version of the testimonials",
  ],
  [line("POST /api/made-up"), "Ada made the call POST /api/made-up"],
])("%# a line reads as a person would say it", (told, sentence) => {
  expect(auditSentence(told)).toBe(sentence);
});

const feature = { subject: "features-section:1", subjectName: "Two at once" };

test.each([
  [line("Update banner-section", { after: { mainTitle: "B" } }), "Ada changed the banner's main title"],
  [line("Update terms", { subject: "terms", after: { title: "B" } }), "Ada changed the title of the terms"],
  [line("Reset privacy", { subject: "privacy" }), "Ada reset the privacy policy to its default"],
  [line("Restore footer-section"), "Ada brought the footer back to before its reset"],
  [line("Toggle about-section", { after: { isActive: true } }), "Ada switched the about section on"],
  [line("Deactivate banner-section"), "Ada took the banner off the site"],
  [
    line("Restore a version of contact-page", { subject: "contact-page" }),
    "Ada brought back an earlier version of the contact page",
  ],
  [line("Add to features-section", feature), "Ada added the feature “Two at once”"],
  [
    line("Edit in features-section", { ...feature, after: { icon: "B" } }),
    "Ada changed the icon of the feature “Two at once”",
  ],
  [line("Toggle in features-section", feature), "Ada switched the feature “Two at once” off"],
  [line("Delete from features-section", feature), "Ada deleted the feature “Two at once”"],
  [line("Order testimonials"), "Ada put the testimonials in another order"],
])("%# a line that an older release wrote reads as today's do", (told, sentence) => {
  expect(auditSentence(told)).toBe(sentence);
});

test("what changed is told in words: names, switches and moments", () => {
  const at = "2026-11-23T19:06:44.375Z";
  const before = { mainTitle: "Old", isActive: true, links: [{ linkText: "Home" }], disabledAt: null };
  const after = { mainTitle: "New", isActive: false, links: [{ linkText: "Start" }], disabledAt: at };
  expect(changesOf(line("PUT /api/banner-section", { before, after }))).toEqual([
    { name: "Main title", before: "Old", after: "New" },
    { name: "Is active", before: "yes", after: "no" },
    { name: "Links 1 › link text", before: "Home", after: "Start" },
    { name: "Disabled at", before: null, after: expect.stringMatching(/^\d\d\/11\/2026 \d\d:\d\d$/) },
  ]);
});

test("a change is told wherever it is in a long text, with some of what stands before it", () => {
  const start = "All that the terms say. ".repeat(100);
  const told = (before: string, after: string) =>
    changesOf(line("PUT /api/pages/{slug}", { before: { body: before }, after: { body: after } }));
  expect(told(`${start}Refunds within 14 days.`, `${start}Refunds within 30 days.`)).toEqual([
    {
      name: "Body",
      before: expect.stringMatching(/^….+Refunds within 14 days\.$/),
      after: expect.stringMatching(/^….+Refunds within 30 days\.$/),
    },
  ]);
  expect(told(start, `${start}No refunds.`)[0]!.after).toMatch(/No refunds\.$/);
  expect(told(`${start}No refunds.`, start)[0]).toMatchObject({
    before: expect.stringMatching(/No refunds\.$/),
  });
  expect(told(start, start)).toEqual([]);
  const [changed] = told("Old", `New. ${start}`);
  expect([changed!.before, changed!.after?.length]).toEqual(["Old", 301]);
});
