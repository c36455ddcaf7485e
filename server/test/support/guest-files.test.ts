import { expect, test } from "vitest";
import { attachmentQuotaBytes, attachmentQuotaExceeded } from "#contract/support-attachments.ts";
import { newId } from "#server/db/ids.ts";
import { ticketAttachments } from "#server/db/tables/support.ts";
import { deleteUnusedAttachments } from "#server/features/support/attachments/attachments.ts";
import { guestToken } from "#server/features/support/guests/guest-token.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");
const boundary = "----boundary";

async function post(
  shop: TestShop,
  url: string,
  fields: Record<string, string>,
  bytes: Buffer,
  from: { as?: Person; address?: string } = {},
) {
  const part = (head: string) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`);
  const end = Buffer.from("\r\n");
  const payload = Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => [part(`name="${name}"`), Buffer.from(value), end]),
    part('name="file"; filename="bill.pdf"'),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    "content-type": `multipart/form-data; boundary=${boundary}`,
    ...(from.as ? { cookie: from.as.cookie } : {}),
    ...(from.address ? { "x-forwarded-for": from.address } : {}),
  };
  const response = await shop.http.inject({ method: "POST", url, headers, payload });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

const attach = (shop: TestShop, token: string, bytes = pdf, address = "192.0.2.1") =>
  post(shop, "/api/support/guest-attachments", { token }, bytes, { address });
const answer = (shop: TestShop, token: string, attachments: string[]) =>
  shop.send({
    method: "POST",
    url: "/api/support/guest-reply",
    body: { token, key: newId(), message: "see", attachments },
  });
const read = async (shop: TestShop, token: string) =>
  (await shop.send({ method: "POST", url: "/api/support/guest-conversation", body: { token } })).body.data;

/** A visitor's ticket with its link. */
async function visitor(shop: TestShop, address = "192.0.2.1") {
  const body = {
    ticketUserName: "Vera",
    ticketUserEmail: "vera@example.com",
    subject: "Prices",
    phone: "1",
    message: "How much?",
  };
  const headers = { "x-forwarded-for": address };
  const sent = await shop.send({ method: "POST", url: "/new-support-message", body, headers });
  const id = sent.body.data._id as string;
  return { id, token: guestToken(shop.platform, id) };
}

test("a visitor's files go along with an answer, and link and staff alone open them", async () => {
  const shop = await openTestShop();
  const [admin, eve] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
  const { id, token } = await visitor(shop);
  const other = await visitor(shop);
  const file = await attach(shop, token);
  expect(file).toMatchObject({
    status: 201,
    body: { data: { name: "bill.pdf", mimeType: "application/pdf" } },
  });
  const replied = await answer(shop, token, [file.body.data._id]);
  const [shown] = replied.body.data.entries[0].attachments;
  expect(shown).toMatchObject({ name: "bill.pdf", bytes: pdf.length });
  const opened = await shop.http.inject({ url: shown.url });
  expect(opened.rawPayload).toEqual(pdf);
  expect(opened.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
    "content-disposition": expect.stringMatching(/^attachment; /),
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  const path = shown.url.split("?")[0];
  for (const url of [path, `${path}?token=x`, `${path}?token=${other.token}`]) {
    expect([url, (await shop.send({ url })).status]).toEqual([url, url === path ? 400 : 404]);
  }
  const desk = await shop.send({ url: `/support-message/${id}`, as: admin });
  const { url } = desk.body.adminMessage[0].attachments[0];
  expect((await shop.http.inject({ url, headers: { cookie: admin.cookie } })).rawPayload).toEqual(pdf);
  expect((await shop.send({ url, as: eve })).status).toBe(404);
  expect((await shop.send({ url })).status).toBe(401);
});

test("a visitor sees the files that the staff answers with", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const { id, token } = await visitor(shop);
  const file = await post(shop, "/api/support/attachments", {}, pdf, { as: admin });
  const body = { key: newId(), message: "Here", sender: "admin", attachments: [file.body.data._id] };
  await shop.send({ method: "POST", url: `/api/support/tickets/${id}/replies`, body, as: admin });
  const [shown] = (await read(shop, token)).entries[0].attachments;
  expect((await shop.http.inject({ url: shown.url })).rawPayload).toEqual(pdf);
});

test("a file goes only into the conversation whose link brought it, once, five at most", async () => {
  const shop = await openTestShop();
  const eve = await shop.signUp();
  const { token } = await visitor(shop);
  const other = await visitor(shop);
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) ids.push((await attach(shop, token)).body.data._id);
  expect((await answer(shop, other.token, [ids[0]!])).status).toBe(404);
  expect((await read(shop, other.token)).entries).toEqual([]);
  const body = { subject: "a", message: "b", attachments: [ids[0]!] };
  expect((await shop.send({ method: "POST", url: "/new-support-message", body, as: eve })).status).toBe(404);
  expect((await answer(shop, token, ids)).status).toBe(400);
  expect((await answer(shop, token, ids.slice(0, 5))).status).toBe(201);
  expect((await answer(shop, token, ids.slice(0, 1))).status).toBe(404);
  const evesFile = (await post(shop, "/api/support/attachments", {}, pdf, { as: eve })).body.data._id;
  expect((await answer(shop, token, [evesFile])).status).toBe(404);
  const now = Date.now() + 25 * 60 * 60 * 1000;
  await deleteUnusedAttachments(shop.platform, now);
  const { entries } = await read(shop, token);
  expect(entries[0].attachments).toHaveLength(5);
  expect((await shop.http.inject({ url: entries[0].attachments[0].url })).statusCode).toBe(200);
  expect((await answer(shop, token, [ids[5]!])).status).toBe(404);
});

test("what is no picture or PDF, too large, or comes without a genuine link is refused", async () => {
  const shop = await openTestShop();
  const member = await shop.signUp();
  const { token } = await visitor(shop);
  expect((await attach(shop, token, Buffer.from("<script>"))).status).toBe(415);
  const limit = 5 * 1024 * 1024;
  expect((await attach(shop, token, Buffer.concat([pdf, Buffer.alloc(limit - pdf.length)]))).status).toBe(
    201,
  );
  expect((await attach(shop, token, Buffer.concat([pdf, Buffer.alloc(limit)]))).status).toBe(413);
  expect((await attach(shop, "")).status).toBe(404);
  expect((await attach(shop, `${token}x`)).status).toBe(404);
  expect((await post(shop, "/api/support/guest-attachments", {}, pdf)).status).toBe(404);
  const own = await shop.send({
    method: "POST",
    url: "/new-support-message",
    body: { subject: "a", message: "b" },
    as: member,
  });
  expect((await attach(shop, guestToken(shop.platform, own.body.data._id))).status).toBe(404);
  const json = await shop.send({ method: "POST", url: "/api/support/guest-attachments", body: { token } });
  expect(json.status).toBe(415);
});

test("one address, and one link from many addresses, may bring so many files an hour", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "0.05", TRUST_PROXY: "loopback" } });
  const { token } = await visitor(shop);
  const from = (address: string, link: string) => attach(shop, link, pdf, address);
  for (let count = 0; count < 3; count += 1) expect((await from("192.0.2.1", token)).status).toBe(201);
  const refused = await from("192.0.2.1", token);
  expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
  expect((await from("192.0.2.2", token)).status).toBe(429);
  const { token: other } = await visitor(shop, "192.0.2.9");
  expect((await from("192.0.2.1", other)).status).toBe(429);
  expect((await from("192.0.2.2", other)).status).toBe(201);
});

test("the files that come through one ticket's link take up no more than their room", async () => {
  const shop = await openTestShop();
  const [one, other] = [await visitor(shop), await visitor(shop)];
  expect((await attach(shop, one.token)).status).toBe(201);
  await shop.platform.db.update(ticketAttachments).set({ bytes: attachmentQuotaBytes });
  const full = await attach(shop, one.token);
  expect([full.status, full.body.message]).toEqual([413, attachmentQuotaExceeded]);
  expect((await attach(shop, other.token)).status).toBe(201);
});
