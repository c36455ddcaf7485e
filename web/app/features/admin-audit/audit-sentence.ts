import type { AuditLine } from "#contract/audit.ts";

type Told = Pick<
  AuditLine,
  "actorEmail" | "actorName" | "action" | "subject" | "subjectName" | "before" | "after" | "names"
>;
type Values = Record<string, unknown>;
type Rule = [action: RegExp, tell: (line: Told, match: RegExpMatchArray) => string];

const parts: Record<string, string> = {
  "banner-section": "the banner",
  banner: "the banner",
  "about-section": "the about section",
  about: "the about section",
  "footer-section": "the footer",
  footer: "the footer",
  "contact-page": "the contact page",
  "features-section": "the features",
  features: "the features",
  testimonials: "the testimonials",
  terms: "the terms",
  privacy: "the privacy policy",
  "refund-policy": "the refund policy",
};

const partOf = (name: string) => parts[name] ?? `the ${name.replaceAll("-", " ")}`;

const valuesOf = (value: unknown): Values =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {};

/** What the thing is called: as it is called now, or as the line itself tells. */
function nameOf(line: Told): string {
  if (line.subjectName) return line.subjectName;
  const { before, after } = line;
  const values = { ...valuesOf(before), ...valuesOf(after) };
  for (const key of [
    "name",
    "itemName",
    "packageName",
    "productName",
    "title",
    "authorName",
    "subject",
    "code",
  ]) {
    const value = values[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return line.subject.split(":").slice(1).join(":");
}

const quoted = (line: Told) => `“${nameOf(line)}”`;

/** A field's name without the unit that it is kept in, and without the ids that stand for names. */
export const words = (field: string) =>
  field
    .replace(/(Minor|Micros|BasisPoints)$/, "")
    .replace(/(assignee|package)Id/, "$1")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();

/** The fields that differ, in words; none where the line has only one of the two states. */
function fieldsOf({ before, after }: Told): string[] {
  const [from, to] = [valuesOf(before), valuesOf(after)];
  return Object.keys(to)
    .filter((key) => !["version", "updatedAt", "reason"].includes(key))
    .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
    .map(words);
}

function listed(fields: string[]): string {
  const last = fields.at(-1) ?? "";
  return fields.length > 1 ? `${fields.slice(0, -1).join(", ")} and ${last}` : last;
}

/** "changed the banner's title", "changed the price and credit of the package X"; of many fields only how many. */
function changed(line: Told, thing: string): string {
  const fields = fieldsOf(line);
  if (fields.length === 0) return `saved ${thing}`;
  if (fields.length > 3) return `changed ${fields.length} fields of ${thing}`;
  const isShort = /^the [a-z ]+[^s]$/.test(thing);
  return isShort ? `changed ${thing}'s ${listed(fields)}` : `changed the ${listed(fields)} of ${thing}`;
}

function changedSettings(line: Told, thing: string): string {
  const fields = fieldsOf(line).map((field) => `“${field}”`);
  return fields.length > 3
    ? `changed ${fields.length} of ${thing}`
    : `changed ${listed(fields) || "nothing"} in ${thing}`;
}

const isOn = (line: Told) => valuesOf(line.after).isActive === true;
const switched = (line: Told, thing: string) => `switched ${thing} ${isOn(line) ? "on" : "off"}`;

function changedPerson(line: Told): string {
  const [from, to] = [valuesOf(line.before), valuesOf(line.after)];
  const person = nameOf(line);
  if ("disabledAt" in to) return `${to.disabledAt ? "disabled" : "enabled"} the account of ${person}`;
  const told: string[] = [];
  if ("currentBalance" in to)
    told.push(`the balance of ${person} from ${from.currentBalance} to ${to.currentBalance}`);
  if ("role" in to) told.push(`the role of ${person} from ${from.role} to ${to.role}`);
  if ("membership" in to) told.push(`the membership of ${person} to ${to.membership}`);
  if (told.length === 0) return changed(line, person);
  const reason = typeof to.reason === "string" && to.reason ? ` (“${to.reason}”)` : "";
  return `changed ${told.join(", ")}${reason}`;
}

const section = "banner-section|about-section|footer-section|contact-page";

/** The first that fits tells. Each audited action has one; a test holds that. */
const rules: Rule[] = [
  [/^PUT \/api\/users\//, changedPerson],
  [
    /^POST \/api\/users\/.*remove-factors/,
    (line) => `took the second factor off the account of ${nameOf(line)}`,
  ],
  [/^DELETE \/api\/users\//, (line) => `deleted the account of ${nameOf(line)}`],
  [/^create-admin$/, (line) => `made ${nameOf(line)} an admin`],
  [/^POST \/send-message$/, (line) => `wrote to ${line.subject.replace(/^mail:/, "")}`],
  [/^POST \/message-log\//, () => "sent a message again"],
  [/^POST \/api\/orders\/\{id\}\/refund$/, (line) => `asked for a refund of order ${nameOf(line)}`],
  [/^refund of a second payment$/, (line) => `gave back a second payment of order ${nameOf(line)}`],
  [/^DELETE \/(item-)?order\//, (line) => `deleted order ${nameOf(line)}`],
  [/^POST \/add-(item|package)$/, (line, [, kind]) => `added the ${kind} ${quoted(line)}`],
  [/^PUT \/edit-(item|package)\//, (line, [, kind]) => changed(line, `the ${kind} ${quoted(line)}`)],
  [/^PUT \/(items|packages)\/order$/, (_, [, kind]) => `put the ${kind} in another order`],
  [/^DELETE \/(item|package)\//, (line, [, kind]) => `archived the ${kind} ${quoted(line)}`],
  [/^POST \/package\/\{id\}\/restore$/, (line) => `put the package ${quoted(line)} back on sale`],
  [/^POST \/api\/coupons$/, (line) => `added the coupon ${quoted(line)}`],
  [/^PUT \/api\/coupons\//, (line) => changed(line, `the coupon ${quoted(line)}`)],
  [/^DELETE \/api\/coupons\//, (line) => `ended the coupon ${quoted(line)}`],
  [/^POST \/api\/gemini-keys$/, (line) => `added the AI key ${quoted(line)}`],
  [/^PUT \/api\/gemini-keys\//, (line) => changed(line, `the AI key ${quoted(line)}`)],
  [/^PATCH \/api\/gemini-keys\//, (line) => switched(line, `the AI key ${quoted(line)}`)],
  [/^(DELETE \/api\/gemini-keys\/|end of the demo$)/, (line) => `deleted the AI key ${quoted(line)}`],
  [/^PUT \/api\/paypal-settings$/, (line) => changedSettings(line, "the PayPal settings")],
  [/^POST \/api\/paypal-settings\/reset$/, () => "reset the PayPal settings"],
  [/^POST \/api\/paypal-settings\/webhook$/, () => "registered the webhook at PayPal"],
  [/^PUT \/api\/shop-settings$/, (line) => changedSettings(line, "the shop's settings")],
  [/^PATCH \/api\/media\//, () => "changed the words of a picture"],
  [/^DELETE \/api\/media\//, () => "deleted a picture from the library"],
  [/^(POST|PUT|DELETE) \/api\/support\/canned-replies/, cannedReply],
  [/^POST \/api\/support\/tickets\/\{id\}\/replies$/, (line) => `answered the ticket ${quoted(line)}`],
  [
    /^POST \/api\/support\/tickets\/\{id\}\/notes$/,
    (line) => `noted something on the ticket ${quoted(line)}`,
  ],
  [/^PUT \/api\/support\/tickets\/\{id\}\/assignee$/, gave],
  [/^PUT \/support-message-status\//, (line) => changed(line, `the ticket ${quoted(line)}`)],
  [
    /^POST \/api\/content\/\{part\}\/versions\/\{version\}\/restore$/,
    (line) => `brought back an earlier version of ${partOf(line.subject.split(":")[0]!)}`,
  ],
  [new RegExp(`^PUT /api/(${section})$`), (line, [, part]) => changed(line, partOf(part!))],
  [new RegExp(`^PATCH /api/(${section})/toggle$`), (line, [, part]) => switched(line, partOf(part!))],
  [new RegExp(`^DELETE /api/(${section})$`), (_, [, part]) => `took ${partOf(part!)} off the site`],
  [/^(PUT|POST) \/api\/pages\/\{slug\}(\/reset|\/restore)?$/, page],
  [/^POST \/api\/([\w-]+)\/reset$/, (_, [, part]) => `reset ${partOf(part!)} to its default`],
  [/^POST \/api\/([\w-]+)\/restore$/, (_, [, part]) => `brought ${partOf(part!)} back to before its reset`],
  [
    /^PUT \/api\/(features-section|testimonials)\/order$/,
    (_, [, part]) => `put ${partOf(part!)} in another order`,
  ],
  [/^(POST|PUT|PATCH|DELETE) \/api\/(features-section|testimonials)/, entry],
];

function cannedReply(line: Told, [, method]: RegExpMatchArray): string {
  const verb = { POST: "added", PUT: "changed", DELETE: "deleted" }[method!];
  return `${verb} the canned reply ${quoted(line)}`;
}

function gave(line: Told): string {
  const [from, to] = [line.before, line.after].map((values) => valuesOf(values).assigneeId);
  const called = (id: unknown) => line.names[String(id)] ?? "somebody";
  return to === null
    ? `took the ticket ${quoted(line)} from ${called(from)}`
    : `gave the ticket ${quoted(line)} to ${called(to)}`;
}

function page(line: Told, [, , what]: RegExpMatchArray): string {
  const part = partOf(line.subject.split(":").at(-1) ?? "");
  if (what === "/reset") return `reset ${part} to its default`;
  return what === "/restore" ? `brought ${part} back to before its reset` : changed(line, part);
}

function entry(line: Told, [, method, part]: RegExpMatchArray): string {
  const thing = `the ${part === "testimonials" ? "testimonial of" : "feature"} ${quoted(line)}`;
  if (method === "PUT") return changed(line, thing);
  if (method === "PATCH") return switched(line, thing);
  return `${method === "POST" ? "added" : "deleted"} ${thing}`;
}

/** What was done, without who did it; null for an action that no rule knows. */
export function deedOf(line: Told): string | null {
  const call = currentName(line.action);
  for (const [action, tell] of rules) {
    const match = call.match(action);
    if (match) return tell(line, match);
  }
  return null;
}

/** One line of the audit log as a person would say it: "Ada changed the main title of the banner". */
export function auditSentence(line: Told): string {
  const who = line.actorName ?? (line.actorEmail === "system" ? "The shop" : line.actorEmail);
  return `${who} ${deedOf(line) ?? `made the call ${line.action}`}`;
}

/** The calls that older releases wrote down in words of their own: "Update banner-section". `#` is the part's path. */
const formerly: Record<string, string> = {
  Update: "PUT #",
  Toggle: "PATCH #/toggle",
  Deactivate: "DELETE #",
  Reset: "POST #/reset",
  Restore: "POST #/restore",
  "Restore a version of": "POST /api/content/{part}/versions/{version}/restore",
  "Add to": "POST #",
  "Edit in": "PUT #/{id}",
  "Toggle in": "PATCH #/{id}/toggle",
  "Delete from": "DELETE #/{id}",
  Order: "PUT #/order",
};

const isPage = (part: string) => ["terms", "privacy", "refund-policy"].includes(part);

/** An action of the audit log as it is written now. A stored line is never changed, so the former words stay. */
function currentName(action: string): string {
  const [, verb = "", part = ""] = action.match(/^([A-Z][a-z].*) ([\w-]+)$/) ?? [];
  return formerly[verb]?.replace("#", isPage(part) ? "/api/pages/{slug}" : `/api/${part}`) ?? action;
}
