import { createConnection, createServer } from "node:net";
import { eq } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { type Db, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";
import { orders } from "#server/db/tables/orders.ts";
import { users } from "#server/db/tables/users.ts";
import { ownEnvironment, signUpAt, startShopProcess } from "../helpers/shop-process.ts";
import { targetOf } from "../resilience/tcp-proxy.ts";

/** A way to the database that counts the statements which go through it, as PostgreSQL's protocol frames them. */
async function countStatements(connectionString: string) {
  const counted: string[] = [];
  const server = createServer((near) => {
    const far = createConnection(targetOf(connectionString));
    let left = Buffer.alloc(0);
    let begun = false;
    let parsed = "";
    near.on("data", (part) => {
      left = Buffer.concat([left, part]);
      // The first message has no type.
      for (let head = begun ? 1 : 0; left.length >= head + 4; head = 1) {
        const end = head + left.readUInt32BE(head);
        if (left.length < end) break;
        const body = left.toString("utf8", head + 4, end);
        const type = begun ? String.fromCharCode(left[0]!) : "";
        if (type === "P") parsed = body.split("\0")[1]!;
        if (type === "B" && body.split("\0")[1]) parsed = body.split("\0")[1]!;
        if (type === "E") counted.push(parsed);
        if (type === "Q") counted.push(body.replace("\0", ""));
        begun = true;
        left = left.subarray(end);
      }
    });
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = new URL(connectionString);
  const { port } = server.address() as { port: number };
  const user = url.username || (await ownerOf(connectionString));
  return { counted, connectionString: `postgres://${user}:${url.password}@127.0.0.1:${port}${url.pathname}` };
}

async function ownerOf(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query("select current_user");
  await client.end();
  return rows[0].current_user;
}

const user = [
  ...["dashboard", "generate-image", "gallery", "designs", "pictures", "credits", "select-package", "items"],
  ...[
    "pending-payment/",
    "item-pending-payment",
    "subscription-history",
    "orders",
    "orders?show=items",
    "orders-history",
  ],
  ...["support", "create-support"],
].map((name) => `/user/${name}`);
const backOffice = [
  ...["dashboard", "orders", "items-orders", "users", "audit-log", "support-messages", "settings"],
  ...["packages", "coupons", "items"],
].map((name) => `/admin/${name}`);

test("a signed-in screen asks the database at most four times, whatever there is to show, the session's look-up included", async () => {
  const { DATABASE_URL, ...env } = await ownEnvironment();
  const database = await countStatements(DATABASE_URL!);
  const shop = await startShopProcess(
    { ...env, DATABASE_URL: database.connectionString, DEMO: "on" },
    { built: true },
  );
  const { db, close } = openDatabase(DATABASE_URL!);
  onTestFinished(close);
  const [person, admin] = [await signUpAt(shop.url, "ada"), await signUpAt(shop.url, "eve")];
  await db.update(users).set({ role: "Admin" }).where(eq(users.email, "eve@example.com"));
  const [ada] = await db.select().from(users).where(eq(users.email, "ada@example.com"));
  await fillLists(db, ada!);

  async function view(path: string): Promise<string[]> {
    const from = database.counted.length;
    const cookie = path.startsWith("/admin") ? admin : person;
    const answer = await fetch(shop.url + path, { headers: { cookie, accept: "text/html" } });
    await answer.text();
    expect(answer.status, path).toBe(200);
    return database.counted.slice(from);
  }
  for (const path of [...user, "/profile", ...backOffice]) {
    // What the shop does by itself meanwhile is counted too, most of it in its first seconds.
    let asked: string[] = [];
    const ask = async () => {
      asked = await view(path);
      return asked.length;
    };
    await expect.poll(ask, { message: path }).toBeLessThanOrEqual(4);
    expect(asked.filter((text) => text === "find_viewer").length, `${path}: ${asked.join("\n")}`).toBe(1);
  }
});

/** More than a page of orders of both kinds, of runs and of designs on their pictures, the newest order paid a moment ago. */
async function fillLists(db: Db, { id: userId, name, email }: typeof users.$inferSelect): Promise<void> {
  const common = { userId, customerName: name, customerEmail: email, address: "1 Road", country: "Ireland" };
  const price = { priceMinor: 500, feeMinor: 0, totalMinor: 500, currency: "USD" };
  await db.insert(orders).values(
    Array.from({ length: 24 }, (_, at) => ({
      ...common,
      ...price,
      kind: at % 2 ? ("package" as const) : ("item" as const),
      orderId: `ORDER${String(at).padStart(3, "0")}`,
      paymentId: `PAYED${String(at).padStart(3, "0")}`,
      productId: newId(),
      productName: "Studio",
      ...(at > 21
        ? { paymentStatus: "Paid", paidAt: new Date(), membershipValidity: new Date(Date.now() + 1e9) }
        : {}),
    })),
  );
  const runs = Array.from({ length: 24 }, (_, at) => ({
    ...{
      id: newId(),
      userId,
      idempotencyKey: newId(),
      stage: at % 2 ? ("failed" as const) : ("done" as const),
    },
    ...{ title: `Run ${at}`, niche: "Gaming", style: "Bold", customPrompt: "A cat", cost: 0 },
    finishedAt: new Date(),
  }));
  await db.insert(generations).values(runs);
  const images = runs.flatMap(({ id: generationId, stage }) =>
    stage === "done"
      ? { id: newId(), generationId, position: 1, fileKey: generationId, mimeType: "image/png", bytes: 1 }
      : [],
  );
  await db.insert(generationImages).values(images);
  const drawn = images.map(({ id }) => ({ id: newId(), userId, name: "Words", pictureId: id }));
  await db.insert(designs).values(drawn);
  await db
    .insert(designVersions)
    .values(drawn.map(({ id: designId, pictureId }) => ({ designId, version: 1, document: {}, pictureId })));
}
