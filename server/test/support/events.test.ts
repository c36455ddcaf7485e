import { expect, onTestFinished, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

/** Reads the stream of events over a real socket. */
async function listen(address: string, as: Person) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`${address}/api/support/events`, {
    headers: { cookie: as.cookie },
    signal: stop.signal,
  });
  const heard: { ticketId: string | null; kind: string }[] = [];
  const state = { ready: false, ended: false };
  (async () => {
    let text = "";
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        if (block.startsWith("event: ready")) state.ready = true;
        if (block.startsWith("event: support")) heard.push(JSON.parse(block.split("data: ")[1]!));
      }
    }
    state.ended = true;
  })().catch(() => {
    state.ended = true;
  });
  await expect.poll(() => state.ready).toBe(true);
  return { response, heard, state };
}

const open = async (shop: TestShop, as: Person) =>
  (await shop.send({ method: "POST", url: "/new-support-message", body: { subject: "a", message: "b" }, as }))
    .body.data._id as string;
const reply = (shop: TestShop, as: Person, id: string, sender: string) =>
  shop.send({
    method: "POST",
    url: `/api/support/tickets/${id}/replies`,
    body: { key: newId(), message: "x", sender },
    as,
  });

test("a message reaches the other side at once, what was read the reader's other tabs, also through another process, and nobody else", async () => {
  const shop = await openTestShop();
  const other = await openTestShop({ database: shop.connectionString });
  const [ada, eve, admin] = [await shop.signUp(), await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const [here, there] = [await shop.listen(), await other.listen()];
  const [adas, eves, desk] = [await listen(there, ada), await listen(here, eve), await listen(here, admin)];
  expect(adas.response.headers.get("content-type")).toContain("text/event-stream");
  const id = await open(shop, ada);
  await expect.poll(() => desk.heard).toContainEqual({ ticketId: id, kind: "created" });
  await shop.send({
    method: "POST",
    url: `/api/support/tickets/${id}/notes`,
    body: { key: newId(), message: "x" },
    as: admin,
  });
  await reply(shop, admin, id, "admin");
  await expect.poll(() => adas.heard).toContainEqual({ ticketId: id, kind: "message" });
  await expect.poll(() => desk.heard).toContainEqual({ ticketId: id, kind: "note" });
  const read = { method: "POST", url: `/api/support/tickets/${id}/read`, body: { upTo: 2 } };
  expect((await shop.send({ ...read, as: ada })).status).toBe(200);
  await expect.poll(() => adas.heard).toContainEqual({ ticketId: id, kind: "read" });
  expect((await shop.send({ ...read, as: ada })).status).toBe(200);
  await shop.send({ ...read, as: admin });
  await expect.poll(() => desk.heard).toContainEqual({ ticketId: id, kind: "read" });
  expect(adas.heard.filter(({ kind }) => kind === "read")).toHaveLength(1);
  expect(adas.heard.map(({ kind }) => kind)).not.toContain("note");
  expect(eves.heard).toEqual([]);
});

test("the stream needs a session", async () => {
  const shop = await openTestShop();
  expect((await shop.send({ url: "/api/support/events" })).status).toBe(401);
});

test("closing the shop ends the streams instead of waiting for them", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const stream = await listen(await shop.listen(), ada);
  await shop.http.close();
  await expect.poll(() => stream.state.ended).toBe(true);
});

test("one person keeps at most twenty streams open", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const address = await shop.listen();
  await Promise.all(Array.from({ length: 20 }, () => listen(address, ada)));
  const refused = await fetch(`${address}/api/support/events`, { headers: { cookie: ada.cookie } });
  expect(refused.status).toBe(429);
});
