import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { newId } from "#server/db/ids.ts";
import { seedContent } from "#server/db/seed/seed-content.ts";
import { apiKeys } from "#server/db/tables/api-keys.ts";
import { spellingChecks } from "#server/db/tables/generations.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { passkeys, sessions } from "#server/db/tables/sessions.ts";
import { webhookDeliveries } from "#server/db/tables/webhooks.ts";
import { grantCredits } from "#server/features/credits/credits.service.ts";
import { guestToken } from "#server/features/support/guests/guest-token.ts";
import { upload } from "../accounts/helpers.ts";
import {
  finished,
  leaveWordsUnread,
  openEmulator,
  startGeneration,
  testKey,
} from "../generations/generator-shop.ts";
import { type Person, sendOrThrow, type TestShop } from "../helpers/test-shop.ts";
import { openPaypalShop, type PaypalShop } from "../payments/paypal-shop.ts";

export const identities = [
  "nobody",
  "owner",
  "other",
  "seller",
  "moderator",
  "admin",
  "deleted",
  "disabled",
  "expired",
] as const;
export type Identity = (typeof identities)[number];
export type People = Record<Identity, Person | null>;

export interface SeededShop extends PaypalShop {
  people: People & { owner: Person; other: Person; admin: Person };
  /** One of each thing that a call can name by its id, made anew each time; answers the path parameter. */
  make: { [K in Thing]: () => Promise<string> };
}

/** What belongs to the owner, then what belongs to the shop. */
export const ownThings = [
  "order",
  "itemOrder",
  "paidOrder",
  "paidItemOrder",
  "paypalOrder",
  "generation",
  "misspelt",
  "design",
  "reference",
  "webhook",
  "ticket",
  "attachment",
  "looseAttachment",
  "profile",
  "session",
  "key",
] as const;
const shopThings = [
  "victim",
  "package",
  "archivedPackage",
  "coupon",
  "item",
  "feature",
  "testimonial",
  "media",
  "aiKey",
  "cannedReply",
  "guestToken",
  "failedMail",
  "upload",
] as const;
export type Thing = (typeof ownThings)[number] | (typeof shopThings)[number];

/** A word in the owner's name, which no answer to another may hold. */
export const ownersName = "Ophelia Marker-Owner";

/**
 * A shop with content, goods, both providers' emulators, a person for each identity, and things of the owner made
 * over the real routes.
 */
export async function openSeededShop(): Promise<SeededShop> {
  const gemini = await openEmulator();
  const base = await openPaypalShop({ config: { geminiApiUrl: gemini.url, geminiTimeoutMs: 20_000 } });
  const { shop, admin } = base;
  await leaveWordsUnread(shop);
  await shop.platform.db.transaction((tx) => seedContent(tx, { demo: true }));
  await must(shop, admin, "POST", "/api/gemini-keys", { name: "First", key: testKey });
  const owner = await shop.signUp({ name: ownersName });
  await giveCredits(shop, owner, 40);
  const people = {
    nobody: null,
    owner,
    other: await shop.signUp({ name: "Oscar Other" }),
    seller: await shop.signUp({ role: "Seller" }),
    moderator: await shop.signUp({ role: "moderator" }),
    admin,
    ...(await formerPeople(shop, admin)),
  };
  return { ...base, people, make: makers(base, owner) };
}

/** Cookies that once let someone in: of an erased account, a disabled one, and of a session that ran out. */
async function formerPeople(shop: TestShop, admin: Person) {
  const [deleted, disabled, expired] = [await shop.signUp(), await shop.signUp(), await shop.signUp()];
  await must(shop, admin, "DELETE", `/api/users/${deleted.id}`);
  // The session row is left on purpose: the account's own mark must be enough.
  await shop.platform.db.execute(sql`update users set disabled_at = now() where id = ${disabled.id}`);
  await shop.platform.db
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(eq(sessions.userId, expired.id));
  return { deleted, disabled, expired };
}

export async function giveCredits(shop: TestShop, person: Person, amount: number): Promise<void> {
  const grant = { userId: person.id, amount, reason: "gift", reference: newId() } as const;
  await shop.platform.db.transaction((tx) => grantCredits(tx, grant));
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
async function must(shop: TestShop, as: Person, method: string, url: string, body?: unknown): Promise<any> {
  return sendOrThrow(shop, { method, url, as, body });
}

export async function smallPicture(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: "#f50" } })
    .png()
    .toBuffer();
}

export async function sendFile(
  shop: TestShop,
  as: Person | null,
  url: string,
  bytes: Buffer,
  options: Parameters<typeof upload>[1] = {},
) {
  const { payload, headers } = upload(bytes, options);
  const response = await shop.http.inject({
    method: "POST",
    url,
    payload,
    headers: { ...headers, ...(as ? { cookie: as.cookie } : {}) },
  });
  return { status: response.statusCode, body: response.json(), text: response.body };
}

function makers(base: PaypalShop, owner: Person): SeededShop["make"] {
  const { shop, admin } = base;
  const post = async (url: string, body: unknown, as = admin) =>
    (await must(shop, as, "POST", url, body)).data._id as string;
  const attachment = async () => {
    const file = await sendFile(shop, owner, "/api/support/attachments", await smallPicture(), {
      field: "file",
    });
    return file.body.data._id as string;
  };
  const ticket = (attachments: string[] = []) =>
    post("/new-support-message", { subject: "Of the owner", message: "Help me.", attachments }, owner);
  const paid = async (order: { _id: string }) => {
    const id = await base.start(order, owner);
    await base.approve(id);
    const captured = await base.capture(id, owner);
    if (captured.status !== 200) throw new Error(captured.text);
    return order._id;
  };
  const run = async () => {
    await makeOwnRoom("designs");
    const start = () => startGeneration(shop, owner, { title: `Of ${ownersName}` });
    let started = await start();
    // Runs that a random request began may be under way still, and three is the most.
    for (const begun = Date.now(); started.status === 429 && Date.now() - begun < 20_000; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      started = await start();
    }
    if (started.status >= 300) throw new Error(started.text);
    return finished(shop, owner, started.body.data.id);
  };
  /** Random requests fill a list with as many entries as it may have. */
  const makeRoom = (list: "features" | "testimonials") =>
    shop.platform.db.execute(sql`delete from ${sql.identifier(list)} where id in (
      select id from ${sql.identifier(list)} order by position desc offset 100)`);
  const ownBeyond = (list: string, most: number) => sql`id in (
    select id from ${sql.identifier(list)} where user_id = ${owner.id}
    order by created_at desc, id desc offset ${most})`;
  const makeOwnRoom = (list: "designs" | "member_references") =>
    shop.platform.db.execute(sql`update ${sql.identifier(list)} set deleted_at = now()
      where deleted_at is null and ${ownBeyond(list, 40)}`);
  /** A design of which every part can be asked for lies on a run's picture. */
  let art: Promise<string> | undefined;
  const picture = async () =>
    (await sendFile(shop, admin, "/upload", await smallPicture())).body.file.url as string;
  const sparePackage = async () => {
    // Three is the most that a shop sells; the base's own stays for the orders.
    await shop.platform.db.execute(
      sql`update packages set archived_at = now() where id <> ${base.packageId} and archived_at is null`,
    );
    return post("/add-package", { packageName: "Spare", price: 5, credit: 1 });
  };
  return {
    order: async () => (await base.order(owner))._id,
    itemOrder: async () => (await base.itemOrder(owner))._id,
    paidOrder: async () => paid(await base.order(owner)),
    paidItemOrder: async () => paid(await base.itemOrder(owner)),
    paypalOrder: async () => {
      const id = await base.start(await base.order(owner), owner);
      await base.approve(id);
      return id;
    },
    generation: async () => (await run()).id,
    misspelt: async () => {
      const { id, title } = await run();
      const read = { read: "Fo Ophelia", matches: false, readAt: sql`now()`, nextAttemptAt: null };
      await shop.platform.db.insert(spellingChecks).values({ generationId: id, position: 1, title, ...read });
      return id;
    },
    design: async () => {
      await makeOwnRoom("designs");
      art ??= run().then(({ images }) => images[0].id);
      const body = { name: `Of ${ownersName}`, from: { kind: "picture", id: await art } };
      return (await must(shop, owner, "POST", "/api/designs", body)).data.id;
    },
    reference: async () => {
      await makeOwnRoom("member_references");
      const fields = { name: `Of ${ownersName}`, kind: "logo" };
      const file = { field: "file", fields };
      return (await sendFile(shop, owner, "/api/references", await smallPicture(), file)).body.data.id;
    },
    webhook: async () => {
      // Five are the most that a member has.
      await shop.platform.db.execute(sql`delete from webhooks where ${ownBeyond("webhooks", 2)}`);
      const body = { url: `https://hooks.example.com/${newId()}`, events: ["balance.low"], lowBalance: 0 };
      const { id } = (await must(shop, owner, "POST", "/api/webhooks", body)).data;
      // A delivery of the webhook's own id, so that one id names both in a path.
      const delivery = { id, webhookId: id, event: "webhook.test", payload: "{}", status: "failed" } as const;
      await shop.platform.db.insert(webhookDeliveries).values(delivery);
      return id as string;
    },
    ticket: () => ticket(),
    attachment: async () => {
      const id = await attachment();
      await ticket([id]);
      return id;
    },
    looseAttachment: attachment,
    profile: async () => owner.id,
    session: async () => {
      const [row] = await shop.platform.db
        .insert(sessions)
        .values({ userId: owner.id, token: newId() + newId(), expiresAt: new Date(Date.now() + 3_600_000) })
        .returning();
      return row!.token;
    },
    key: async () => {
      await shop.platform.db.delete(apiKeys);
      const body = { name: `Of ${ownersName}`, scopes: ["runs:read"] };
      return (await must(shop, owner, "POST", "/api/keys", body)).data.id as string;
    },
    async victim() {
      const { id } = await shop.signUp();
      const key = { credentialId: newId(), publicKey: "", counter: 0, deviceType: "singleDevice" };
      await shop.platform.db.insert(passkeys).values({ userId: id, backedUp: false, ...key });
      return id;
    },
    package: sparePackage,
    archivedPackage: async () => {
      const id = await sparePackage();
      await shop.platform.db.execute(sql`update packages set archived_at = now() where id = ${id}`);
      return id;
    },
    coupon: async () => {
      const body = { code: `SPARE-${newId().toUpperCase()}`, kind: "percent", value: 10 };
      return (await must(shop, admin, "POST", "/api/coupons", body)).data.id as string;
    },
    item: () => post("/add-item", { itemName: "Spare", price: 5, guidelines: "Secret", accessUrl: "/goods" }),
    feature: async () => {
      await makeRoom("features");
      return post("/api/features-section", { title: "Spare", description: "One more." });
    },
    testimonial: async () => {
      await makeRoom("testimonials");
      return post("/api/testimonials", { quote: "Good.", authorName: "Ada", authorTitle: "Countess" });
    },
    media: async () => {
      const url = await picture();
      const [row] = (await shop.platform.db.execute(sql`select id from media where url = ${url}`)).rows;
      return row!.id as string;
    },
    aiKey: () => post("/api/gemini-keys", { name: "Spare", key: "AIza-a-spare-key-of-the-tests-000000" }),
    cannedReply: () => post("/api/support/canned-replies", { title: "Hello", body: "Hello." }),
    guestToken: async () => {
      const visitor = { ticketUserName: "Vera", ticketUserEmail: "vera@example.com", phone: "1" };
      const body = { subject: "From outside", message: "Hello?", ...visitor };
      const made = await shop.send({ method: "POST", url: "/new-support-message", body });
      return guestToken(shop.platform, made.body.data._id);
    },
    failedMail: async () => {
      const mail = { toEmail: owner.email, subject: "Hello", html: "h", text: "t", templateName: "Test" };
      const { db } = shop.platform;
      const [row] = await db
        .insert(outbox)
        .values({ ...mail, status: "failed" })
        .returning();
      return String(row!.id);
    },
    upload: async () => (await picture()).replace("/uploads/", ""),
  };
}
