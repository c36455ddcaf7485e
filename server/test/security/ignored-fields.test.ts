import { expect, test } from "vitest";
import { z } from "zod";
import type { Call } from "#contract/call.ts";
import { finished } from "../generations/generator-shop.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { nameOf } from "./access-table.ts";
import { changesBetween, changingJobs, takeSnapshot } from "./database-changes.ts";
import { openSeededShop } from "./seeded-shop.ts";
import { requestFor, validRequests } from "./valid-bodies.ts";

const otherId = "ffffffffffffffffffffffff";
const longAgo = "2001-01-01T00:00:00.000Z";

/** Everything that a client might wish to decide, under all names that the shop has for it. */
const hostileFields = (victim: string): Record<string, unknown> => ({
  _id: otherId,
  id: otherId,
  userId: otherId,
  uploadedBy: otherId,
  role: "Admin",
  userRole: "Admin",
  ticketUserRole: "admin",
  currentBalance: 999_999,
  balance: 999_999,
  credit: 999_999,
  credits: 999_999,
  creditsToAdd: 999_999,
  amount: 999_999,
  cost: 0,
  price: 0.01,
  packagePrice: "0.01",
  processingFee: "0.00",
  totalPrice: "0.01",
  refundedAmount: "0.00",
  currency: "JPY",
  status: "Paid",
  paymentStatus: "Paid",
  orderStatus: "Completed",
  paymentMethod: "Paypal",
  paypalTransactionID: "HOSTILE1",
  transactionId: "HOSTILE1",
  paymentId: "HOSTILE1",
  payerEmail: victim,
  captureTime: longAgo,
  receiptNumber: 999_999,
  reconciledBy: "webhook",
  userMembership: "premium",
  membershipLevel: "premium",
  MembershipValidity: "2999-01-01",
  Validity: 3650,
  validity: 3650,
  email: victim,
  userEmail: victim,
  UserEmail: victim,
  customerEmail: victim,
  ticketUserEmail: victim,
  sellerEmail: victim,
  packageName: "Hostile",
  itemName: "Hostile",
  itemId: "HOSTILE1",
  slug: "hostile",
  accessUrl: "https://evil.example/",
  guidelines: "Hostile",
  createdAt: longAgo,
  updatedAt: longAgo,
  timestamp: longAgo,
  orderDate: "01/01/2001",
  lastMessageAt: longAgo,
  expiresAt: "2999-01-01T00:00:00.000Z",
  emailVerified: true,
  termsVersion: 999_999,
  disabled: true,
  disabledAt: longAgo,
  deletedAt: longAgo,
  archivedAt: longAgo,
  ticketStatus: "closed",
  priority: "high",
  assigneeId: otherId,
  internalNotes: [{ message: "Hostile" }],
  health: "ok",
  mask: "HOSTILE1",
  stage: "done",
  refunded: true,
  images: [{ url: "https://evil.example/x.png", mimeType: "image/png" }],
  isAdmin: true,
});

/** These end the session or the account that they are called with, or take no JSON; the features test them. */
const leftOut = /sign-out|revoke|account\/delete|change-password|reset-password|sign-in\/social/;

const isStrict = (body: unknown) => body instanceof z.ZodObject && body._zod.def.catchall !== undefined;
const fieldsOf = (body: unknown) => (body instanceof z.ZodObject ? Object.keys(body.shape) : []);

test("what a client may not decide changes nothing, whichever call it is sent to", async () => {
  const seeded = await openSeededShop();
  const { shop, people } = seeded;
  await holdJobs(shop.connectionString, changingJobs);
  const hostile = hostileFields(people.other.email);
  const wrong: string[] = [];
  let seen = 0;

  /** Sends the request, and answers its status and what it changed. */
  async function effectOf(call: Call, extra: Record<string, unknown>) {
    const request = await requestFor(seeded, call);
    const before = await takeSnapshot(shop.platform.db);
    const answer = await shop.send({ ...request, body: { ...extra, ...(request.body as object) } });
    if (call.path === "/api/generations" && answer.status === 202)
      await finished(shop, people.owner, answer.body.data.id);
    return { answer, changes: changesBetween(before, await takeSnapshot(shop.platform.db)) };
  }

  // The payments' settings last: without them nothing can be paid.
  const lastly = (call: Call) => Number(call.path.includes("paypal-settings"));
  for (const call of shop.calls.toSorted((a, b) => lastly(a) - lastly(b))) {
    if (call.method === "GET" || call.bodyKind !== undefined || leftOut.test(call.path)) continue;
    const known = fieldsOf(call.body);
    const extra = Object.fromEntries(Object.entries(hostile).filter(([name]) => !known.includes(name)));
    seen += 1;
    if (isStrict(call.body)) {
      const { answer, changes } = await effectOf(call, extra);
      if (answer.status < 400 || changes.length > 0)
        wrong.push(`${nameOf(call)} takes unknown fields: ${answer.status} ${changes.join(", ")}`);
      continue;
    }
    const clean = await effectOf(call, {});
    const attacked = await effectOf(call, extra);
    // What a reset put aside can be brought back once.
    if (attacked.answer.status !== clean.answer.status && !call.path.endsWith("/restore"))
      wrong.push(`${nameOf(call)}: ${clean.answer.status}, with more fields ${attacked.answer.text}`);
    const differing = attacked.changes.filter((change) => !clean.changes.includes(change));
    if (differing.length > 0)
      wrong.push(`${nameOf(call)}: ${differing.join("\n  ")}\n beside ${clean.changes.join("\n  ")}`);
    if (clean.answer.status >= 400 && validRequests[nameOf(call)])
      wrong.push(`${nameOf(call)} was to succeed: ${clean.answer.text}`);
  }
  expect(seen).toBeGreaterThan(70);
  expect(wrong).toEqual([]);
});
