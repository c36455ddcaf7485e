import { newId } from "#server/db/ids.ts";
import { testKey } from "../../generations/generator-shop.ts";
import { rowOf } from "../access-table.ts";
import type { SeededShop, Thing } from "../seeded-shop.ts";
import type { Operation } from "./requests.ts";
import type { Known } from "./values.ts";

/** What the id of a path stands for, where it belongs to nobody in particular. */
const shopThings: [RegExp, Thing][] = [
  [/^\/api\/users\//, "victim"],
  [/package/, "package"],
  [/api\/coupons\//, "coupon"],
  [/\/(edit-)?item\//, "item"],
  [/features-section/, "feature"],
  [/testimonials/, "testimonial"],
  [/media/, "media"],
  [/gemini-keys/, "aiKey"],
  [/canned-replies/, "cannedReply"],
  [/support\/tickets/, "ticket"],
  [/api\/orders\//, "paidOrder"],
  [/message-log/, "failedMail"],
  [/uploads/, "upload"],
];

export function thingOf(path: string): Thing | undefined {
  return shopThings.find(([pattern]) => pattern.test(path))?.[1];
}

/** Makes what the operation can name, and answers the values that its fields may take. */
export async function knownValues(seeded: SeededShop, operation: Operation): Promise<Known> {
  const { make, people, packageId, itemId } = seeded;
  const call = seeded.shop.calls.find(
    (each) => each.method === operation.method && each.path === operation.path,
  )!;
  const thing = rowOf(call).owned?.thing ?? thingOf(operation.path);
  const parameter = /\{(id|name)\}/.test(operation.path);
  const ids = thing && parameter ? await Promise.all([make[thing](), make[thing]()]) : [];
  const emails = [people.owner.email, people.other.email, "unknown@example.com"];
  const orderId = operation.path === "/api/paypal/orders" ? await make.order() : "CLIENT01";
  const guest = operation.path.includes("guest") ? await make.guestToken() : "none";
  const attachment = /support-message$|replies|attachments/.test(operation.path)
    ? await make.looseAttachment()
    : newId();
  const values: Record<string, readonly string[]> = {
    id: ids,
    name: ids,
    position: ["1", "2", "3"],
    deliveryId: ids,
    slug: ["terms", "privacy", "refund-policy"],
    part: ["terms", "features-section", "testimonials", "banner-section"],
    version: ["1", "2"],
    provider: ["google", "github"],
    font: ["Anton", "Rubik", "Comic Sans MS"],
    packageId: [packageId, itemId],
    orderId: [orderId],
    country: ["Germany", "other", "Other"],
    email: emails,
    userEmail: emails,
    toEmail: emails,
    ticketUserEmail: emails,
    UserEmail: emails,
    attachments: [attachment],
    assigneeId: [people.moderator!.id, people.owner.id],
    assignee: ["me", "none", people.moderator!.id],
    ids: [packageId, itemId],
    token: [guest],
    idempotencyKey: ["one", "two"],
    key: operation.path.includes("gemini") ? [testKey, "AIza…0000"] : [newId()],
    newPassword: ["a new password"],
    currentPassword: ["not the password"],
    profileURL: ["/uploads/x.png", "https://example.com/x.png", "javascript:alert(1)"],
    url: ["/about", "https://example.com", "https://127.0.0.1/hooks", "#x", "javascript:alert(1)"],
    price: ["9.99", "0.01", "99999.99", "1e3"],
    amount: ["1.00", "0.01", "12.50", "1e3"],
    icon: ["icon-mail", "/media/x.png"],
    youtubeUrl: ["https://youtu.be/abcdefghijk"],
    videoUrl: ["https://www.youtube.com/watch?v=abcdefghijk"],
    textModel: ["gemini-3.5-flash-lite"],
    imageModel: ["gemini-nano-banana-2.1"],
  };
  return (field) => values[field] ?? [];
}
