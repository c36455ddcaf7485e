import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { tickets } from "#server/db/tables/support.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const open = (shop: TestShop, as: Person | null, body: object) =>
  shop.send({
    method: "POST",
    url: "/new-support-message",
    body: { subject: "Help", message: "It broke this morning.", ...body },
    as,
  });

const visitor = { ticketUserName: "Vera", ticketUserEmail: "vera@example.com", phone: "+49 30 123456" };

test("a ticket that is sent again under its key stands once, and is told of once", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const admin = await shop.signUp({ role: "Admin" });
  const told = async () =>
    shop.platform.db.$count(
      outbox,
      and(eq(outbox.toEmail, admin.email), eq(outbox.templateName, "Support notice")),
    );
  for (const [times, [as, body]] of [[ada, {}] as const, [null, visitor] as const].entries()) {
    const same = () => open(shop, as, { ...body, idempotencyKey: "once" });
    const answers = [...(await Promise.all([same(), same(), same()])), await same()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
    expect(await shop.platform.db.$count(tickets)).toBe(times + 1);
    expect(await told()).toBe(times + 1);
  }
});

test("a key of a ticket leads to nobody else's, and never to other words", async () => {
  const shop = await openTestShop();
  const [ada, eve] = [await shop.signUp(), await shop.signUp()];
  const own = await open(shop, ada, { idempotencyKey: "key" });
  const others = [
    await open(shop, eve, { idempotencyKey: "key" }),
    await open(shop, null, { ...visitor, idempotencyKey: "key" }),
    await open(shop, null, { ...visitor, ticketUserEmail: ada.email, idempotencyKey: "key" }),
    await open(shop, ada, { idempotencyKey: "another" }),
    await open(shop, ada, {}),
    await open(shop, ada, {}),
  ];
  const ids = [own, ...others].map(({ body }) => body.data._id);
  expect(new Set(ids).size).toBe(7);
  expect((await open(shop, ada, { message: "Other words", idempotencyKey: "key" })).status).toBe(409);
  expect((await open(shop, eve, { idempotencyKey: own.body.data._id })).body.data.ticketUserEmail).toBe(
    eve.email,
  );
});

test("a visitor's key opens no conversation", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const same = () => open(shop, null, { ...visitor, idempotencyKey: "key" });
  const id = (await same()).body.data._id;
  const reply = { key: newId(), message: "For Vera alone", sender: "admin" };
  const url = `/api/support/tickets/${id}/replies`;
  expect((await shop.send({ method: "POST", url, body: reply, as: admin })).status).toBe(201);
  const again = await same();
  expect(again.body.data).toMatchObject({ _id: id, adminMessage: [] });
});
