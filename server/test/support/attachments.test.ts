import sharp from "sharp";
import { expect, test } from "vitest";
import { attachmentQuotaBytes, attachmentQuotaExceeded } from "#contract/support-attachments.ts";
import { newId } from "#server/db/ids.ts";
import { ticketAttachments } from "#server/db/tables/support.ts";
import { deleteUnusedAttachments } from "#server/features/support/attachments/attachments.ts";
import { eraseSupport, exportSupport } from "#server/features/support/support.service.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const png = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: "#f50" } })
    .png()
    .toBuffer();
const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");

async function upload(
  shop: TestShop,
  as: Person | null,
  bytes: Buffer,
  name = "picture.png",
  field = "file",
) {
  const boundary = "----boundary";
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await shop.http.inject({
    method: "POST",
    url: "/api/support/attachments",
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...(as ? { cookie: as.cookie } : {}),
    },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

const ticket = (shop: TestShop, as: Person, attachments: string[] = []) =>
  shop.send({
    method: "POST",
    url: "/new-support-message",
    body: { subject: "a", message: "b", attachments },
    as,
  });
const reply = (shop: TestShop, as: Person, id: string, attachments: string[], sender = "user") =>
  shop.send({
    method: "POST",
    url: `/api/support/tickets/${id}/replies`,
    body: { key: newId(), message: "see", attachments, sender },
    as,
  });

test("images and PDFs go along with a message, and only owner and staff can fetch them, as downloads", async () => {
  const shop = await openTestShop();
  const [ada, eve, admin] = [await shop.signUp(), await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const picture = await upload(shop, ada, await png(), "../../My <b> \u202Egnp.html");
  expect(picture).toMatchObject({
    status: 201,
    body: { data: { mimeType: "image/png", name: "My b gnp.png" } },
  });
  const paper = await upload(shop, ada, pdf, "bill.pdf");
  const id = (await ticket(shop, ada, [picture.body.data._id])).body.data._id;
  const replied = await reply(shop, ada, id, [paper.body.data._id]);
  expect(replied.body.data).toMatchObject({
    attachments: [{ name: "My b gnp.png" }],
    adminMessage: [{ attachments: [{ name: "bill.pdf", mimeType: "application/pdf" }] }],
  });
  for (const { url } of [picture.body.data, paper.body.data]) {
    expect((await shop.send({ url, as: null })).status).toBe(401);
    expect((await shop.send({ url, as: eve })).status).toBe(404);
    for (const as of [ada, admin]) {
      const file = await shop.send({ url, as });
      expect(file.status).toBe(200);
      expect(file.headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
      expect(file.headers["content-disposition"]).toMatch(/^attachment; filename/);
      expect(file.headers["content-security-policy"]).toContain("sandbox");
    }
  }
});

test("what is neither image nor PDF by its bytes is refused, whatever it is called", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  for (const bytes of [
    Buffer.from("<html><script>alert(1)</script></html>"),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from("MZ\x90"),
    Buffer.from("GIF89a<script>"),
    Buffer.concat([(await png()).subarray(0, 8), Buffer.from("not a picture")]),
  ]) {
    expect((await upload(shop, ada, bytes)).status).toBe(415);
  }
  expect((await upload(shop, ada, Buffer.alloc(0))).status).toBe(400);
  expect((await upload(shop, ada, await png(), "a.png", "other")).status).toBe(400);
  expect((await upload(shop, null, await png())).status).toBe(401);
  const json = await shop.send({ method: "POST", url: "/api/support/attachments", body: {}, as: ada });
  expect(json.status).toBe(415);
});

test("a file may have 5 MB and not a byte more", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const limit = 5 * 1024 * 1024;
  const padded = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, 32)]);
  expect((await upload(shop, ada, padded(limit), "a.pdf")).status).toBe(201);
  expect((await upload(shop, ada, padded(limit + 1), "a.pdf")).status).toBe(413);
});

test("an upload goes into one own message, five at most", async () => {
  const shop = await openTestShop();
  const [ada, eve] = [await shop.signUp(), await shop.signUp()];
  const id = (await ticket(shop, ada)).body.data._id;
  const uploads = await Promise.all(Array.from({ length: 6 }, () => upload(shop, ada, pdf, "a.pdf")));
  const ids = uploads.map(({ body }) => body.data._id as string);
  expect((await reply(shop, ada, id, ids)).status).toBe(400);
  expect((await reply(shop, ada, id, ids.slice(0, 5))).status).toBe(201);
  expect((await reply(shop, ada, id, ids.slice(0, 1))).status).toBe(404);
  const evesTicket = (await ticket(shop, eve)).body.data._id;
  expect((await reply(shop, eve, evesTicket, [ids[5]!])).status).toBe(404);
  expect((await shop.send({ url: `/support-message/${evesTicket}`, as: eve })).body.adminMessage).toEqual([]);
  const lone = await upload(shop, ada, pdf, "a.pdf");
  expect((await shop.send({ url: lone.body.data.url, as: eve })).status).toBe(404);
  expect((await shop.send({ url: lone.body.data.url, as: ada })).status).toBe(200);
});

test("a ticket or reply that is sent again with other files is refused, since those would go nowhere", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const sent = async (url: string, body: object, attachments: string[]) =>
    (await shop.send({ method: "POST", url, body: { message: "b", ...body, attachments }, as: ada })).status;
  const [first, second] = await Promise.all([upload(shop, ada, pdf), upload(shop, ada, pdf)]);
  const [one, other] = [first.body.data._id, second.body.data._id];
  const id = (await ticket(shop, ada)).body.data._id;
  const cases: [string, object][] = [
    ["/new-support-message", { subject: "a", idempotencyKey: "key" }],
    [`/api/support/tickets/${id}/replies`, { key: newId(), sender: "user" }],
  ];
  for (const [url, body] of cases) {
    const file = url === cases[0]![0] ? one : other;
    expect([await sent(url, body, [file]), await sent(url, body, [file])]).toEqual([201, 201]);
    expect([await sent(url, body, []), await sent(url, body, [one, other])]).toEqual([409, 409]);
  }
});

test("an upload that no message takes is deleted after a day, one in a message never", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const [kept, loose] = [
    (await upload(shop, ada, pdf, "a.pdf")).body.data,
    (await upload(shop, ada, pdf, "b.pdf")).body.data,
  ];
  await ticket(shop, ada, [kept._id]);
  await deleteUnusedAttachments(shop.platform);
  expect((await shop.send({ url: loose.url, as: ada })).status).toBe(200);
  await deleteUnusedAttachments(shop.platform, Date.now() + 25 * 60 * 60 * 1000);
  expect((await shop.send({ url: loose.url, as: ada })).status).toBe(404);
  expect((await shop.send({ url: kept.url, as: ada })).status).toBe(200);
});

test("an upload that a message takes in the moment in which it is to go stays", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const loose = (await upload(shop, ada, pdf, "a.pdf")).body.data;
  const ticketId = (await ticket(shop, ada)).body.data._id;
  const { db } = shop.platform;
  let cleaning: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.update(ticketAttachments).set({ ticketId });
    cleaning = deleteUnusedAttachments(shop.platform, Date.now() + 25 * 60 * 60 * 1000);
    await untilWaiting(db, 1);
  });
  await cleaning;
  expect((await shop.send({ url: loose.url, as: ada })).status).toBe(200);
});

test("erasing a person leaves their tickets without name, address, words and files, also when the store was away", async () => {
  const shop = await openTestShop();
  const [ada, admin] = [await shop.signUp({ name: "Ada" }), await shop.signUp({ role: "Admin" })];
  const file = (await upload(shop, ada, pdf, "a.pdf")).body.data;
  const id = (await ticket(shop, ada, [file._id])).body.data._id;
  await reply(shop, ada, id, []);
  expect(await exportSupport(shop.platform.db, ada.id)).toHaveLength(1);
  const [row] = await shop.platform.db.select().from(ticketAttachments);
  await shop.platform.db.transaction((tx) =>
    eraseSupport(tx, ada.id, { name: "Deleted user", email: "deleted@invalid" }),
  );
  expect((await shop.send({ url: file.url, as: ada })).status).toBe(404);
  const broken = {
    ...shop.platform,
    storage: { ...shop.platform.storage, remove: () => Promise.reject(new Error("away")) },
  };
  await expect(deleteUnusedAttachments(broken)).rejects.toThrow("each of 1 failed");
  expect(await shop.platform.storage.get(row!.fileKey)).not.toBeNull();
  await deleteUnusedAttachments(shop.platform);
  expect(await shop.platform.storage.get(row!.fileKey)).toBeNull();
  expect(await shop.platform.db.select().from(ticketAttachments)).toEqual([]);
  const seen = await shop.send({ url: `/support-message/${id}`, as: admin });
  expect(seen.body).toMatchObject({
    ticketUserName: "Deleted user",
    subject: "[erased]",
    adminMessage: [{ message: "[erased]" }],
    attachments: [],
  });
  expect(seen.text).not.toContain("Ada");
});

test("files that the staff sent stay in customers' tickets when that member of the staff is deleted", async () => {
  const shop = await openTestShop();
  const [ada, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const moderator = await shop.signUp({ role: "moderator" });
  const visitors = await shop.send({
    method: "POST",
    url: "/new-support-message",
    body: {
      ticketUserName: "Vera",
      ticketUserEmail: "vera@example.com",
      phone: "1",
      subject: "a",
      message: "b",
    },
  });
  const fileOf = async () => (await upload(shop, moderator, pdf, "terms.pdf")).body.data;
  const [toMember, toVisitor, unsent] = [await fileOf(), await fileOf(), await fileOf()];
  const id = (await ticket(shop, ada)).body.data._id;
  for (const [answered, file] of [
    [id, toMember],
    [visitors.body.data._id, toVisitor],
  ])
    expect((await reply(shop, moderator, answered, [file._id], "admin")).status).toBe(201);
  const gone = await shop.send({ method: "DELETE", url: `/api/users/${moderator.id}`, as: admin });
  expect(gone.status).toBe(200);
  await deleteUnusedAttachments(shop.platform);
  expect((await shop.send({ url: toMember.url, as: ada })).status).toBe(200);
  for (const [file, status] of [
    [toMember, 200],
    [toVisitor, 200],
    [unsent, 404],
  ])
    expect((await shop.send({ url: file.url, as: admin })).status).toBe(status);
  const { body } = await shop.send({ url: `/support-message/${id}`, as: ada });
  expect(body.adminMessage).toMatchObject([{ attachments: [{ name: "terms.pdf" }] }]);
  const rows = await shop.platform.db.select().from(ticketAttachments);
  expect(rows.map(({ uploadedBy }) => uploadedBy)).toEqual([null, null]);
});

test("a member's files take up no more than their room, the staff's as much as it takes", async () => {
  const shop = await openTestShop();
  for (const [role, status] of [
    ["member", 413],
    ["moderator", 201],
  ] as const) {
    const person = await shop.signUp({ role });
    expect((await upload(shop, person, pdf, "a.pdf")).status).toBe(201);
    await shop.platform.db.update(ticketAttachments).set({ bytes: attachmentQuotaBytes });
    const answer = await upload(shop, person, pdf, "b.pdf");
    expect(answer.status).toBe(status);
    if (status === 413) expect(answer.body.message).toBe(attachmentQuotaExceeded);
  }
});
