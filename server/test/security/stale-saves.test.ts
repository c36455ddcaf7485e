import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { plainDocument } from "../designs/documents.ts";
import { nameOf, plainParams } from "./access-table.ts";
import { type Identity, openSeededShop, type SeededShop, type Thing } from "./seeded-shop.ts";

/** How a record is edited: whose it is, and what the n-th edit sends. */
interface Edit {
  as?: Identity;
  thing?: Thing;
  /** What the refusal says beside what stands. */
  told?: object;
  /** Its save is made from a version always: without one it is no valid input. */
  isVersioned?: true;
  body: (text: string, people: SeededShop["people"]) => object;
}

const coupon = { until: "2999-01-01", maxUses: 5, maxUsesPerMember: 2, active: false };
const section = (title: string) => ({ section1: { title } });
const ticketStatus: Record<string, string> = { first: "resolved", second: "closed", third: "open" };
const hex: Record<string, string> = { first: "#111111", second: "#222222", third: "#333333" };
const currency: Record<string, string> = { first: "EUR", second: "GBP", third: "CAD" };

const edits: Record<string, Edit> = {
  "PUT /api/users/{id}": { thing: "victim", body: (userName) => ({ userName }) },
  "PUT /update-user-profile/{id}": { as: "owner", thing: "profile", body: (city) => ({ city }) },
  "PUT /edit-package/{id}": { thing: "package", body: (packageName) => ({ packageName }) },
  "PUT /api/coupons/{id}": {
    thing: "coupon",
    body: (code) => ({ code, kind: "amount", value: 10, ...coupon }),
  },
  "PUT /edit-item/{id}": { thing: "item", body: (itemName) => ({ itemName }) },
  "PUT /api/features-section/{id}": { thing: "feature", body: (title) => ({ title }) },
  "PUT /api/testimonials/{id}": { thing: "testimonial", body: (quote) => ({ quote }) },
  "PUT /api/banner-section": { body: (subTitle) => ({ subTitle }) },
  "PUT /api/about-section": { body: section },
  "PUT /api/footer-section": { body: (copyrightText) => ({ bottomSection: { copyrightText } }) },
  "PUT /api/contact-page": { body: (subtitle) => ({ subtitle }) },
  "PUT /api/pages/{slug}": { body: (title) => ({ title }) },
  "PUT /api/paypal-settings": { body: (text) => ({ currency: currency[text] }) },
  "PUT /api/shop-settings": { body: (shopName) => ({ shopName }) },
  "PUT /api/gemini-keys/{id}": { thing: "aiKey", body: (name) => ({ name }) },
  "PATCH /api/media/{id}": { thing: "media", body: (alt) => ({ alt }) },
  "PUT /api/brand": { as: "owner", body: (text) => ({ colours: [hex[text]] }) },
  "PUT /api/webhooks/{id}": {
    as: "owner",
    thing: "webhook",
    body: (text) => ({ url: `https://hooks.example.com/${text}`, events: ["run.done"] }),
  },
  "PUT /api/designs/{id}": {
    as: "owner",
    thing: "design",
    isVersioned: true,
    body: (name) => ({ name, document: plainDocument }),
    // The same document each time: its save needs no second one.
    told: { isKept: true },
  },
  "PUT /api/support/canned-replies/{id}": {
    as: "moderator",
    thing: "cannedReply",
    body: (title) => ({ title, body: "Hello." }),
  },
  "PUT /support-message-status/{id}": {
    as: "moderator",
    thing: "ticket",
    body: (text) => ({ ticketStatus: ticketStatus[text] }),
  },
  "PUT /api/support/tickets/{id}/assignee": {
    as: "moderator",
    thing: "ticket",
    body: (text, people) => ({ assigneeId: text === "second" ? null : people.admin.id }),
  },
};

/** Writes that edit no record that somebody has open: an order of ids, a switch, a mark, and what reads nothing of its body. */
const noEdits = [
  /\/order$/,
  /\/toggle$/,
  /^PATCH \/api\/(generations|designs|references)\//,
  /^PUT \/(item-)?update-payment-status/,
  /^PUT \/update-user-(balance|membership)$/,
  /^PUT \/api\/youtube\/videos\//,
];

/** Its one field is what it is for. */
const oneField = ["PUT /api/support/tickets/{id}/assignee", "PATCH /api/media/{id}"];

test("a save that names nothing leaves all as it stands, for each kind of record", async () => {
  const { shop, people, make } = await openSeededShop();
  const wrong: string[] = [];
  for (const [name, edit] of Object.entries(edits)) {
    if (edit.isVersioned || oneField.includes(name)) continue;
    const [method, path] = name.split(" ") as [string, string];
    const id = edit.thing ? await make[edit.thing]() : "";
    const url = path.replace(/\{(\w+)\}/g, (_, param: string) => plainParams[param] ?? id);
    const send = (body: object) => shop.send({ method, url, body, as: people[edit.as ?? "admin"] });
    const before = await send(edit.body("first", people));
    const after = await send({});
    const kept = ({ version, updatedAt, lastUpdated, ...record }: Record<string, unknown>) => record;
    if (after.status !== 200 || !isDeepStrictEqual(kept(after.body.data), kept(before.body.data)))
      wrong.push(`${name}: ${JSON.stringify([before.body.data, after.body])}`);
  }
  expect(wrong).toEqual([]);
});

test("a save made from an older state is refused with what stands now, for each kind of record", async () => {
  const { shop, people, make } = await openSeededShop();
  const wrong: string[] = [];
  for (const call of shop.calls.filter(({ method }) => method === "PUT" || method === "PATCH")) {
    const name = nameOf(call);
    const edit = edits[name];
    if (!edit) {
      if (!noEdits.some((pattern) => pattern.test(name))) wrong.push(`${name} is missing here`);
      continue;
    }
    const id = edit.thing ? await make[edit.thing]() : "";
    const url = call.path.replace(/\{(\w+)\}/g, (_, param: string) => plainParams[param] ?? id);
    const send = (text: string, version?: number) => {
      const body = { ...edit.body(text, people), ...(version === undefined ? {} : { version }) };
      return shop.send({ method: call.method, url, body, as: people[edit.as ?? "admin"] });
    };
    const first = await send("first", edit.isVersioned && 1);
    const seen = first.body.data?.version;
    const second = await send("second", seen);
    const stale = await send("third", seen);
    const unconditional = await send("third");
    const found = {
      statuses: [first, second, stale, unconditional].map(({ status }) => status),
      code: stale.body.code,
      data: stale.body.data,
    };
    const statuses = [200, 200, 409, edit.isVersioned ? 400 : 200];
    const expected = { statuses, code: "STALE_VERSION", data: { ...second.body.data, ...edit.told } };
    if (typeof seen !== "number" || !isDeepStrictEqual(found, expected))
      wrong.push(`${name}: ${JSON.stringify({ seen, ...found })}`);
  }
  expect(wrong).toEqual([]);
});
