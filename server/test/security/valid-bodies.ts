import type { Call } from "#contract/call.ts";
import { newId } from "#server/db/ids.ts";
import { plainDocument } from "../designs/documents.ts";
import { billing } from "../payments/paypal-shop.ts";
import { nameOf, plainParams, rowOf } from "./access-table.ts";
import { thingOf } from "./fuzz/known.ts";
import type { Identity, SeededShop } from "./seeded-shop.ts";

let counter = 0;

/** A word that differs each time, in a form that comparisons can take out again. */
export function unique(): string {
  counter += 1;
  return `unique${counter}x`;
}

interface Request {
  as?: Identity;
  body?: (shop: SeededShop, id: string) => unknown;
}

const owner = (body: Request["body"]): Request => ({ as: "owner", ...(body ? { body } : {}) });
const run = () => ({ niche: "business", style: "professional", title: "A title" });
const picture = { quote: "Good.", authorName: "Ada", authorTitle: "Countess" };

/** Who sends what, where an admin with an empty body would not do. A valid request each. */
export const validRequests: Record<string, Request> = {
  "POST /api/auth/sign-up/email": {
    as: "nobody",
    body: () => ({ name: "Una", email: `${unique()}@example.com`, password: "a good password" }),
  },
  "POST /api/auth/sign-in/email": {
    as: "nobody",
    body: ({ people }) => ({ email: people.owner.email, password: people.owner.password }),
  },
  "POST /api/auth/request-password-reset": {
    as: "nobody",
    body: ({ people }) => ({ email: people.owner.email }),
  },
  "POST /api/keys": owner(() => ({ name: "Build server", scopes: ["runs:read"] })),
  "DELETE /api/keys/{id}": owner(undefined),
  "POST /api/create-user": owner(({ people }) => ({ userEmail: people.owner.email })),
  "PUT /update-user-profile/{id}": owner(() => ({ aboutMe: "Makes videos." })),
  "PUT /update-user-balance": owner(undefined),
  "PUT /update-user-membership": owner(undefined),
  "PUT /api/users/{id}": { body: () => ({ userName: "Renamed" }) },
  "POST /add-package": { body: () => ({ packageName: "New", price: "9.99", credit: 3 }) },
  "PUT /edit-package/{id}": { body: () => ({ packageName: "Edited" }) },
  "POST /api/coupons": { body: () => ({ code: unique(), kind: "percent", value: 10 }) },
  "PUT /api/coupons/{id}": { body: () => ({ code: unique(), kind: "amount", value: "2.50" }) },
  "POST /api/coupons/check": owner(({ packageId }) => ({ code: "NO-SUCH-CODE", packageId })),
  "POST /add-item": { body: () => ({ itemName: "New", price: "9.99" }) },
  "PUT /edit-item/{id}": { body: () => ({ itemName: "Edited" }) },
  "PUT /packages/order": { body: ({ packageId }) => ({ ids: [packageId] }) },
  "PUT /items/order": { body: ({ itemId }) => ({ ids: [itemId] }) },
  "POST /new-order": owner(({ packageId }) => ({ ...billing, packageId })),
  "POST /new-item-order": owner(({ itemId }) => ({ ...billing, packageId: itemId })),
  "DELETE /order/{id}": owner(undefined),
  "DELETE /item-order/{id}": owner(undefined),
  "POST /api/paypal/orders/{id}/capture": owner(undefined),
  "PUT /update-payment-status/{id}": owner(undefined),
  "PUT /item-update-payment-status/{id}": owner(undefined),
  "POST /api/deduct-credit": owner(undefined),
  "POST /api/refund-credit": owner(undefined),
  "POST /api/gemini-keys": { body: () => ({ name: "New", key: "AIza-a-new-key-of-the-tests-00000000" }) },
  "PUT /api/gemini-keys/{id}": { body: () => ({ name: "Renamed" }) },
  "POST /api/generations": owner(() => ({ ...run(), idempotencyKey: newId() })),
  "DELETE /api/generations/{id}": owner(undefined),
  "POST /api/designs": owner(() => ({ name: "New", document: plainDocument })),
  "PUT /api/designs/{id}": owner(() => ({ version: 1, document: plainDocument })),
  "DELETE /api/designs/{id}": owner(undefined),
  "DELETE /api/references/{id}": owner(undefined),
  "POST /api/webhooks": owner(() => ({ url: `https://hooks.example.com/${unique()}`, events: ["run.done"] })),
  "PUT /api/webhooks/{id}": owner(() => ({
    url: `https://hooks.example.com/${unique()}`,
    events: ["run.done"],
  })),
  "DELETE /api/webhooks/{id}": owner(undefined),
  "POST /api/enhance-prompt": owner(() => ({ ...run(), prompt: "More." })),
  "POST /new-support-message": owner(() => ({ subject: "Help", message: "Please." })),
  "PUT /support-message-status/{id}": owner(() => ({
    adminMessage: [{ message: "One more thing.", sender: "user" }],
  })),
  "PUT /api/banner-section": { body: () => ({ subTitle: "Edited" }) },
  "PUT /api/about-section": { body: () => ({ section1: { title: "Edited" } }) },
  "PUT /api/footer-section": { body: () => ({ bottomSection: { copyrightText: "Edited" } }) },
  "PUT /api/contact-page": { body: () => ({ subtitle: "Edited" }) },
  "POST /api/features-section": { body: () => ({ title: "New", description: "One more." }) },
  "PUT /api/features-section/{id}": { body: () => ({ title: "Edited" }) },
  "POST /api/testimonials": { body: () => picture },
  "PUT /api/testimonials/{id}": { body: () => ({ quote: "Edited." }) },
  "PUT /api/paypal-settings": { body: () => ({ currency: "USD" }) },
  "POST /send-message": {
    body: ({ people }) => ({ toEmail: people.owner.email, subject: "Hello", messageBody: "<p>Hello</p>" }),
  },
};

/** A request that the call grants where the tables know one: on a thing of its own, as one who may. */
export async function requestFor(seeded: SeededShop, call: Call) {
  const { owned } = rowOf(call);
  const { as = owned ? "owner" : "admin", body = owned?.body && ((_, id) => owned.body!(id, "owner")) } =
    (validRequests[nameOf(call)] ?? {}) as Request;
  const thing = owned?.thing ?? thingOf(call.path);
  const made = /\{(id|name)\}/.test(call.path) && thing ? await seeded.make[thing]() : "f".repeat(24);
  const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) => plainParams[name] ?? made);
  return { method: call.method, url, as: seeded.people[as], body: body ? body(seeded, made) : {} };
}
