import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { keepAddress } from "#server/features/accounts/accounts.service.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import { memberWith, openGeneratorShop, problemsOf, runInput } from "../generations/generator-shop.ts";
import { type Answer, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { waitingForPeople } from "../helpers/waiting-for-people.ts";
import { billing, openPaypalShop } from "../payments/paypal-shop.ts";
import { closeGate, endedOrWaiting } from "./gate.ts";
import { tablesWith, upload } from "./helpers.ts";

const mark = "Unmistakable words";

/** Erases the account, and makes a call when all of that is written and not yet committed; answers what the call was told. */
async function callWhileErased(shop: TestShop, person: Person, call: () => Promise<Answer>): Promise<Answer> {
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const erasure = eraseAccount(shop.platform, person.id, () => {
    written.resolve();
    return commit.promise;
  });
  await written.promise;
  let isAnswered = false;
  const answer = call().finally(() => {
    isAnswered = true;
  });
  await expect.poll(async () => isAnswered || (await waitingForPeople(shop)) > 0).toBe(true);
  commit.resolve();
  await erasure;
  return answer;
}

const post = (shop: TestShop, url: string, body: object, as: Person | null) =>
  shop.send({ method: "POST", url, body, as });

const refused = { status: 401, body: { code: "UNAUTHENTICATED" } };

test("a run that is asked for while the account is being erased is not made, costs nothing and asks no model", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const member = await memberWith(shop, 3);
  const asked = (await emulator.requests()).length;
  const body = runInput({ title: mark, customPrompt: mark });
  const answer = await callWhileErased(shop, member, () => post(shop, "/api/generations", body, member));
  expect(answer).toMatchObject(refused);
  expect(await tablesWith(shop, mark)).toEqual([]);
  expect((await emulator.requests()).length).toBe(asked);
  expect(await problemsOf(shop)).toEqual([]);
});

async function openTicket(shop: TestShop, as: Person): Promise<string> {
  const body = { subject: "Help", message: "It broke" };
  return (await post(shop, "/new-support-message", body, as)).body.data._id;
}

test("what a member says in a ticket while the account is being erased stays nowhere", async () => {
  const shop = await openTestShop();
  await shop.signUp({ role: "Admin" });
  const said = { key: newId(), message: mark, sender: "user", attachments: [] };
  const ways: [string, (ticketId: string) => [string, string, object]][] = [
    ["a ticket", () => ["POST", "/new-support-message", { subject: mark, message: mark, phone: mark }]],
    ["an answer", (id) => ["POST", `/api/support/tickets/${id}/replies`, said]],
    [
      "an answer by the documented list",
      (id) => ["PUT", `/support-message-status/${id}`, { adminMessage: [{ message: mark, sender: "user" }] }],
    ],
  ];
  for (const [name, call] of ways) {
    const member = await shop.signUp();
    const [method, url, body] = call(await openTicket(shop, member));
    const answer = await callWhileErased(shop, member, () => shop.send({ method, url, body, as: member }));
    expect(answer, name).toMatchObject(refused);
    expect(await tablesWith(shop, mark), name).toEqual([]);
  }
});

test("what the staff says in a ticket while or after its owner is erased stays nowhere, and is mailed to nobody", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const listed = { adminMessage: [{ message: mark, sender: "admin" }] };
  const said = () => ({ key: newId(), message: mark });
  const ways: [string, (ticketId: string) => [string, string, object]][] = [
    ["an answer", (id) => ["POST", `/api/support/tickets/${id}/replies`, { ...said(), sender: "admin" }]],
    ["a note", (id) => ["POST", `/api/support/tickets/${id}/notes`, said()]],
    ["an answer by the documented list", (id) => ["PUT", `/support-message-status/${id}`, listed]],
  ];
  for (const [name, call] of ways) {
    const [early, late] = [
      await shop.signUp({ email: `early.${newId()}@gone.example.com` }),
      await shop.signUp({ email: `late.${newId()}@gone.example.com` }),
    ];
    const write = (ticketId: string) => {
      const [method, url, body] = call(ticketId);
      return shop.send({ method, url, body, as: admin });
    };
    const begun = await openTicket(shop, early);
    const gate = await closeGate(shop, "insert on audit_log", "new.subject like 'ticket:%'");
    const underWay = write(begun);
    await gate.reached();
    const erasure = eraseAccount(shop.platform, early.id);
    await endedOrWaiting(shop, erasure);
    await gate.open();
    await erasure;
    expect((await underWay).status, name).toBeLessThan(300);
    expect(await tablesWith(shop, mark), name).toEqual([]);

    const refusal = { status: 409, body: { code: "CONFLICT" } };
    const id = await openTicket(shop, late);
    expect(await callWhileErased(shop, late, () => write(id)), name).toMatchObject(refusal);
    expect(await write(id), name).toMatchObject(refusal);
    for (const text of [mark, "@gone.example.com"]) expect(await tablesWith(shop, text), name).toEqual([]);
  }
});

test("a file that is sent while the account is being erased is not kept", async () => {
  const shop = await openTestShop();
  const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: "#f50" } });
  const bytes = await picture.png().toBuffer();
  for (const [url, field] of [
    ["/upload", "image"],
    ["/api/support/attachments", "file"],
  ] as const) {
    const member = await shop.signUp();
    const { payload, headers } = upload(bytes, { field, name: `${mark}.png` });
    const answer = await callWhileErased(shop, member, async () => {
      const sent = { method: "POST", url, payload, headers: { ...headers, cookie: member.cookie } } as const;
      const { statusCode, body } = await shop.http.inject(sent);
      return { status: statusCode, body: JSON.parse(body), text: body, headers: {} };
    });
    expect(answer, url).toMatchObject(refused);
    const { rows } = await shop.platform.db.execute(
      sql`select id from media where uploaded_by = ${member.id}
        union all select id from ticket_attachments where uploaded_by = ${member.id}`,
    );
    expect(rows, url).toEqual([]);
  }
});

test("an order while the account is being erased is not made, and its address stays nowhere", async () => {
  const { shop, admin, packageId, balance } = await openPaypalShop();
  await post(shop, "/api/coupons", { code: "WHOLE", kind: "percent", value: 100 }, admin);
  for (const [name, more] of [
    ["of a package", {}],
    ["that keeps its address", { keepAddress: true }],
    ["with a coupon that pays all of it", { couponCode: "WHOLE" }],
  ] as const) {
    const buyer = await shop.signUp();
    const body = { ...billing, packageId, address: mark, ...more };
    const answer = await callWhileErased(shop, buyer, () => post(shop, "/new-order", body, buyer));
    expect(answer, name).toMatchObject(refused);
    expect(await tablesWith(shop, mark), name).toEqual([]);
    expect(await balance(buyer), name).toBe(0);
    // Where the order came before the erasure, and its address after it.
    await keepAddress(shop.platform, buyer.id, { address: mark, country: "" });
    expect(await tablesWith(shop, mark), name).toEqual([]);
  }
});

test("a reset mail and a message of the staff that are asked for while the account is being erased go to nobody", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const [one, another] = [await shop.signUp(), await shop.signUp()];
  const reset = await callWhileErased(shop, one, () =>
    post(shop, "/api/auth/request-password-reset", { email: one.email }, null),
  );
  expect(reset.status).toBe(200);
  const message = { toEmail: another.email, subject: "Hello", messageBody: `<p>${mark}</p>` };
  const sent = await callWhileErased(shop, another, () => post(shop, "/send-message", message, admin));
  expect(sent.status).toBe(404);
  for (const text of [one.email, another.email, mark]) expect(await tablesWith(shop, text)).toEqual([]);
});

test("a sign-in that comes while the account is being erased opens nothing, and its browser stays nowhere", async () => {
  const shop = await openTestShop();
  const member = await shop.signUp();
  const { email, password } = member;
  const answer = await callWhileErased(shop, member, () =>
    shop.send({
      method: "POST",
      url: "/api/auth/sign-in/email",
      body: { email, password },
      headers: { "user-agent": mark },
    }),
  );
  expect(answer).toMatchObject({ status: 403, body: { code: "USER_DISABLED" } });
  expect([await tablesWith(shop, email), await tablesWith(shop, mark)]).toEqual([[], []]);
});

test("the staff closes a ticket of somebody who is erased, though the list that it sends along ends with their words", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const member = await shop.signUp();
  const id = await openTicket(shop, member);
  const answer = { key: newId(), message: "It still does", sender: "user", attachments: [] };
  expect((await post(shop, `/api/support/tickets/${id}/replies`, answer, member)).status).toBeLessThan(300);
  await eraseAccount(shop.platform, member.id);
  const { adminMessage } = (await shop.send({ url: `/support-message/${id}`, as: admin })).body;
  expect(adminMessage.at(-1)).toMatchObject({ sender: "user" });
  const url = `/support-message-status/${id}`;
  const body = { ticketStatus: "closed", adminMessage };
  expect((await shop.send({ method: "PUT", url, body, as: admin })).status).toBe(200);
});
