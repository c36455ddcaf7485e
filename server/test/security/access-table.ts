import type { Call } from "#contract/call.ts";
import type { Scope } from "#contract/scopes.ts";
import { newId } from "#server/db/ids.ts";
import { plainDocument } from "../designs/documents.ts";
import type { Identity, Thing } from "./seeded-shop.ts";

type Body = (id: string, identity: Identity) => unknown;

/**
 * Who may make each call, written down a second time on purpose: the contract says what the server enforces, this
 * table says what was decided. A call without a row, and a row without a call, fail the test.
 */
export interface Row {
  /** Who gets past the access check. */
  may: readonly Identity[];
  /** The call names a thing of one person's: everyone let in but these gets the answer for an unknown id. */
  owned?: { thing: Thing; staff: readonly Identity[]; body?: Body };
  /** Answers what belongs to the caller: nothing of the owner's may be in another's answer. */
  scoped?: readonly Identity[];
}

const former = ["deleted", "disabled", "expired"] as const;
const everyone = ["nobody", "owner", "other", "seller", "moderator", "admin", ...former] as const;
const members = ["owner", "other", "seller", "moderator", "admin"] as const;
const staff = ["moderator", "admin"] as const;

const visitor: Row = { may: everyone };
const member: Row = { may: members };
const buyer: Row = { may: ["owner", "other", "moderator", "admin"] };
const support: Row = { may: staff };
const admin: Row = { may: ["admin"] };
const lists = (others: readonly Identity[]): Row => ({ may: members, scoped: ["owner", ...others] });
const owns = (
  thing: Thing,
  others: readonly Identity[] = [],
  body?: Body,
  may: readonly Identity[] = members,
): Row => ({ may, owned: { thing, staff: ["owner", ...others], ...(body ? { body } : {}) } });

/** The parameters that are no id of a thing which has an owner. */
export const plainParams: Record<string, string> = {
  slug: "terms",
  part: "terms",
  version: "1",
  provider: "google",
  position: "1",
  side: "64",
};

/** Nobody answers there (https://www.rfc-editor.org/rfc/rfc2606). */
const hooks = "https://hooks.example.com/shop";

export const table: Record<string, Row> = {
  // Accounts
  "GET /api/viewer": { may: everyone, scoped: ["owner"] },
  "POST /api/auth/sign-up/email": visitor,
  "POST /api/auth/sign-in/email": visitor,
  "POST /api/auth/sign-in/social": visitor,
  "GET /api/auth/callback/{provider}": visitor,
  "POST /api/auth/sign-out": visitor,
  "GET /api/auth/get-session": { may: everyone, scoped: ["owner"] },
  "POST /api/auth/request-password-reset": visitor,
  "GET /api/auth/reset-password": visitor,
  "POST /api/auth/reset-password": visitor,
  "POST /api/auth/change-password": member,
  "POST /api/auth/step-up": member,
  "GET /api/auth/factors": member,
  "POST /api/auth/two-factor/enable": member,
  "POST /api/auth/two-factor/verify-totp": visitor,
  "POST /api/auth/two-factor/verify-backup-code": visitor,
  "POST /api/auth/two-factor/generate-backup-codes": member,
  "POST /api/auth/two-factor/disable": member,
  "GET /api/auth/passkey/list-user-passkeys": lists([]),
  "POST /api/auth/passkey/generate-register-options": member,
  "POST /api/auth/passkey/verify-registration": member,
  "POST /api/auth/passkey/update-passkey": member,
  "POST /api/auth/passkey/delete-passkey": member,
  "POST /api/auth/passkey/generate-authenticate-options": visitor,
  "POST /api/auth/passkey/verify-authentication": visitor,
  "GET /api/auth/list-sessions": lists([]),
  "GET /api/keys": lists([]),
  "POST /api/keys": member,
  "POST /api/keys/revoke": visitor,
  "DELETE /api/keys/{id}": owns("key"),
  "POST /api/auth/revoke-session": member,
  "POST /api/auth/revoke-sessions": member,
  "POST /api/auth/revoke-other-sessions": member,
  "POST /api/create-user": member,
  "GET /users": lists(["admin"]),
  "GET /users/admins": lists(["admin"]),
  "PUT /update-user-profile/{id}": owns("profile"),
  "GET /api/account/export": lists([]),
  "POST /api/account/delete": member,
  "POST /upload": member,
  "GET /uploads/{name}": visitor,
  "GET /shop-icon/{side}": visitor,
  "PUT /update-user-balance": lists([]),
  "PUT /update-user-membership": lists([]),
  "GET /api/users/{id}": admin,
  "GET /api/users/{id}/timeline": admin,
  "PUT /api/users/{id}": admin,
  "POST /api/users/{id}/remove-factors": admin,
  "DELETE /api/users/{id}": admin,

  // Goods
  "GET /packages": visitor,
  "GET /package/{id}": visitor,
  "POST /add-package": admin,
  "PUT /packages/order": admin,
  "PUT /edit-package/{id}": admin,
  "DELETE /package/{id}": admin,
  "GET /packages/archived": admin,
  "POST /package/{id}/restore": admin,
  "GET /api/coupons": admin,
  "POST /api/coupons": admin,
  "PUT /api/coupons/{id}": admin,
  "DELETE /api/coupons/{id}": admin,
  "GET /api/coupons/{id}/uses": admin,
  "POST /api/coupons/check": buyer,
  "GET /items": visitor,
  "GET /item/{id}": visitor,
  "POST /add-item": admin,
  "PUT /items/order": admin,
  "PUT /edit-item/{id}": admin,
  "DELETE /item/{id}": admin,
  "GET /api/demo-goods/{slug}": visitor,

  // Orders and payment
  "POST /new-order": buyer,
  "POST /new-item-order": buyer,
  "GET /orders": lists(["admin"]),
  "GET /item-orders": lists(["admin"]),
  "GET /api/orders.csv": admin,
  "GET /api/movements.csv": admin,
  "GET /order/{id}": owns("order", ["admin"]),
  "GET /item-order/{id}": owns("itemOrder", ["admin"]),
  "DELETE /order/{id}": owns("order", ["admin"]),
  "DELETE /item-order/{id}": owns("itemOrder", ["admin"]),
  "GET /order/{id}/receipt": owns("paidOrder", ["admin"]),
  "GET /item-order/{id}/receipt": owns("paidItemOrder", ["admin"]),
  "POST /api/paypal/orders": owns("order", [], (orderId) => ({ orderId, kind: "package" }), buyer.may),
  "POST /api/paypal/orders/{id}/capture": owns("paypalOrder"),
  "POST /api/paypal/webhook": visitor,
  "PUT /update-payment-status/{id}": owns("paidOrder"),
  "PUT /item-update-payment-status/{id}": owns("paidItemOrder"),
  "GET /verify-order/{id}": owns("paidOrder", ["admin"]),
  "GET /api/purchases/latest": member,
  "GET /api/purchases/items": member,
  "POST /api/orders/{id}/refund": admin,
  "GET /api/orders/{id}/refund-preview": admin,
  "GET /api/orders/{id}/history": admin,
  "GET /api/paypal-settings": visitor,
  "PUT /api/paypal-settings": admin,
  "POST /api/paypal-settings/reset": admin,
  "POST /api/paypal-settings/test": admin,
  "POST /api/paypal-settings/webhook": admin,

  // Credits and generation
  "GET /api/credits/balance": lists([]),
  "GET /api/credits/entries": lists(["admin"]),
  "GET /api/credits/entries.csv": lists(["admin"]),
  "POST /api/deduct-credit": member,
  "POST /api/refund-credit": member,
  "GET /api/gemini-keys": member,
  "POST /api/gemini-keys": admin,
  "PUT /api/gemini-keys/{id}": admin,
  "DELETE /api/gemini-keys/{id}": admin,
  "PATCH /api/gemini-keys/{id}/toggle": admin,
  "POST /api/gemini-keys/{id}/test": admin,
  "POST /api/generations": member,
  "GET /api/generations": lists([]),
  "GET /api/generations/{id}": owns("generation"),
  "GET /api/generations/{id}/events": owns("generation"),
  "GET /api/generations/{id}/images/{position}": owns("generation"),
  "GET /api/generations/{id}/images/{position}/preview": owns("generation"),
  "DELETE /api/generations/{id}": owns("generation"),
  "POST /api/generations/{id}/restore": owns("generation"),
  "POST /api/generations/{id}/images/{position}/retake": owns("misspelt", [], () => ({
    idempotencyKey: newId(),
  })),
  "PATCH /api/generations/{id}": owns("generation", [], () => ({ favourite: true })),
  "GET /api/gallery": lists([]),
  "POST /api/enhance-prompt": member,
  "GET /api/youtube/video": member,
  "GET /api/youtube/videos/{id}/image": member,
  "POST /api/youtube/connect": member,
  "GET /api/youtube/callback": visitor,
  "GET /api/youtube/connection": lists([]),
  "DELETE /api/youtube/connection": member,
  "GET /api/youtube/connection/picture": lists([]),
  "GET /api/youtube/videos": lists([]),
  "PUT /api/youtube/videos/{id}/thumbnail": member,
  "POST /api/youtube/videos/{id}/thumbnail/restore": member,
  "GET /api/youtube/history": lists([]),
  "GET /api/youtube/usage": admin,

  // Designs
  "GET /api/designs": lists([]),
  "POST /api/designs": member,
  "GET /api/designs/{id}": owns("design"),
  "PUT /api/designs/{id}": owns("design", [], () => ({ version: 1, document: plainDocument })),
  "PATCH /api/designs/{id}": owns("design", [], () => ({ favourite: true })),
  "DELETE /api/designs/{id}": owns("design"),
  "POST /api/designs/{id}/restore": owns("design"),
  "POST /api/designs/{id}/duplicate": owns("design"),
  "GET /api/designs/{id}/image": owns("design"),
  "GET /api/designs/{id}/preview": owns("design"),
  "GET /api/brand": lists([]),
  "PUT /api/brand": member,
  "GET /api/references": lists([]),
  "POST /api/references": member,
  "PATCH /api/references/{id}": owns("reference", [], () => ({ name: "Renamed" })),
  "DELETE /api/references/{id}": owns("reference"),
  "POST /api/references/{id}/restore": owns("reference"),
  "GET /api/references/{id}/image": owns("reference"),
  "GET /api/references/{id}/preview": owns("reference"),
  "GET /api/fonts": member,
  "GET /api/designs/{id}/art": owns("design"),
  "GET /api/fonts/{name}": member,
  "GET /api/designs/{id}/versions": owns("design"),
  "POST /api/designs/{id}/versions/{version}/restore": owns("design"),

  // Webhooks
  "GET /api/webhooks": lists([]),
  "POST /api/webhooks": member,
  "PUT /api/webhooks/{id}": owns("webhook", [], () => ({ url: hooks, events: ["run.done"] })),
  "DELETE /api/webhooks/{id}": owns("webhook"),
  "POST /api/webhooks/{id}/rotate-secret": owns("webhook"),
  "POST /api/webhooks/{id}/test": owns("webhook"),
  "GET /api/webhooks/{id}/deliveries": owns("webhook"),
  "POST /api/webhooks/{id}/deliveries/{deliveryId}/resend": owns("webhook"),

  // Packs
  "POST /api/packs": member,
  "GET /api/packs/preview": member,

  // Support
  "POST /new-support-message": visitor,
  "GET /support-messages": lists(staff),
  "GET /support-message/{id}": owns("ticket", staff),
  "PUT /support-message-status/{id}": owns("ticket", staff, () => ({ adminMessage: [] })),
  "POST /api/support/tickets/{id}/replies": owns("ticket", staff, (_, identity) => ({
    key: newId(),
    message: "Hello.",
    sender: staff.some((each) => each === identity) ? "admin" : "user",
  })),
  "POST /api/support/tickets/{id}/notes": support,
  "PUT /api/support/tickets/{id}/assignee": support,
  "POST /api/support/tickets/{id}/read": owns("ticket", staff, () => ({ upTo: 0 })),
  "POST /api/support/tickets/{id}/presence": support,
  "GET /api/support/staff": support,
  "GET /api/support/unread": member,
  "GET /api/support/events": member,
  "GET /api/support/canned-replies": support,
  "POST /api/support/canned-replies": support,
  "PUT /api/support/canned-replies/{id}": support,
  "DELETE /api/support/canned-replies/{id}": support,
  "POST /api/support/attachments": member,
  "GET /api/support/attachments/{id}": owns("attachment", staff),
  "POST /api/support/guest-conversation": visitor,
  "POST /api/support/guest-reply": visitor,
  "POST /api/support/guest-attachments": visitor,
  "GET /api/support/guest-attachments/{id}": visitor,

  // Content and settings
  "GET /api/openapi.json": visitor,
  "GET /api/banner-section": visitor,
  "PUT /api/banner-section": admin,
  "DELETE /api/banner-section": admin,
  "PATCH /api/banner-section/toggle": admin,
  "POST /api/banner-section/reset": admin,
  "POST /api/banner-section/restore": admin,
  "GET /api/banner-section/stats": admin,
  "GET /api/about-section": visitor,
  "PUT /api/about-section": admin,
  "DELETE /api/about-section": admin,
  "PATCH /api/about-section/toggle": admin,
  "POST /api/about-section/reset": admin,
  "POST /api/about-section/restore": admin,
  "GET /api/footer-section": visitor,
  "PUT /api/footer-section": admin,
  "POST /api/footer-section/reset": admin,
  "POST /api/footer-section/restore": admin,
  "GET /api/contact-page": visitor,
  "PUT /api/contact-page": admin,
  "POST /api/contact-page/reset": admin,
  "POST /api/contact-page/restore": admin,
  "GET /api/features-section": visitor,
  "POST /api/features-section": admin,
  "PUT /api/features-section/{id}": admin,
  "PUT /api/features-section/order": admin,
  "DELETE /api/features-section/{id}": admin,
  "PATCH /api/features-section/{id}/toggle": admin,
  "GET /api/testimonials": visitor,
  "POST /api/testimonials": admin,
  "PUT /api/testimonials/{id}": admin,
  "PUT /api/testimonials/order": admin,
  "DELETE /api/testimonials/{id}": admin,
  "PATCH /api/testimonials/{id}/toggle": admin,
  "GET /api/pages/{slug}": visitor,
  "PUT /api/pages/{slug}": admin,
  "POST /api/pages/{slug}/reset": admin,
  "POST /api/pages/{slug}/restore": admin,
  "GET /api/content/{part}/versions": admin,
  "POST /api/content/{part}/versions/{version}/restore": admin,
  "GET /api/media": admin,
  "PATCH /api/media/{id}": admin,
  "DELETE /api/media/{id}": admin,
  "GET /api/shop-settings": visitor,
  "PUT /api/shop-settings": admin,

  // Back office
  "POST /send-message": admin,
  "POST /message-log/{id}/send-again": admin,
  "GET /message-log": admin,
  "GET /api/audit-log": admin,
  "GET /api/insights": admin,
  "GET /api/spending": admin,
  "GET /api/first-steps": admin,
  "GET /api/search": admin,
};

/** What a key must have for each call that it opens. No key opens any other. */
export const scopeTable: Record<string, Scope> = {
  "GET /api/webhooks": "webhooks",
  "POST /api/webhooks": "webhooks",
  "PUT /api/webhooks/{id}": "webhooks",
  "DELETE /api/webhooks/{id}": "webhooks",
  "POST /api/webhooks/{id}/rotate-secret": "webhooks",
  "POST /api/webhooks/{id}/test": "webhooks",
  "GET /api/webhooks/{id}/deliveries": "webhooks",
  "POST /api/webhooks/{id}/deliveries/{deliveryId}/resend": "webhooks",
  "POST /api/generations": "runs:write",
  "GET /api/generations": "runs:read",
  "GET /api/generations/{id}": "runs:read",
  "GET /api/generations/{id}/events": "runs:read",
  "GET /api/generations/{id}/images/{position}": "runs:read",
  "GET /api/generations/{id}/images/{position}/preview": "runs:read",
  "DELETE /api/generations/{id}": "runs:write",
  "POST /api/generations/{id}/restore": "runs:write",
  "POST /api/generations/{id}/images/{position}/retake": "runs:write",
  "PATCH /api/generations/{id}": "runs:write",
  "POST /api/enhance-prompt": "runs:write",
  "GET /api/designs": "designs:read",
  "POST /api/designs": "designs:write",
  "GET /api/designs/{id}": "designs:read",
  "PUT /api/designs/{id}": "designs:write",
  "PATCH /api/designs/{id}": "designs:write",
  "DELETE /api/designs/{id}": "designs:write",
  "POST /api/designs/{id}/restore": "designs:write",
  "POST /api/designs/{id}/duplicate": "designs:write",
  "GET /api/designs/{id}/image": "designs:read",
  "GET /api/designs/{id}/preview": "designs:read",
  "GET /api/designs/{id}/art": "designs:read",
  "GET /api/designs/{id}/versions": "designs:read",
  "POST /api/designs/{id}/versions/{version}/restore": "designs:write",
  "GET /api/fonts": "designs:read",
  "GET /api/fonts/{name}": "designs:read",
  "GET /api/brand": "designs:read",
  "PUT /api/brand": "designs:write",
  "GET /api/references": "references:read",
  "POST /api/references": "references:write",
  "PATCH /api/references/{id}": "references:write",
  "DELETE /api/references/{id}": "references:write",
  "POST /api/references/{id}/restore": "references:write",
  "GET /api/references/{id}/image": "references:read",
  "GET /api/references/{id}/preview": "references:read",
  "GET /api/gallery": "gallery:read",
  "POST /api/packs": "gallery:read",
  "GET /api/packs/preview": "gallery:read",
  "GET /api/credits/balance": "balance:read",
  "GET /api/credits/entries": "balance:read",
  "GET /api/credits/entries.csv": "balance:read",
};

export const nameOf = (call: Call) => `${call.method} ${call.path}`;

export function rowOf(call: Call): Row {
  const row = table[nameOf(call)];
  if (!row) throw new Error(`${nameOf(call)} has no row in the table of access.`);
  return row;
}
