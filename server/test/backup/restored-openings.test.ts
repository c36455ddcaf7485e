import path from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { createBackup } from "#server/db/backup/create-backup.ts";
import { resetToken } from "../accounts/helpers.ts";
import { type Consent, signInBy, startIdentity } from "../accounts/identity.ts";
import { addPasskey, signInByPasskey } from "../accounts/passkeys.ts";
import { newKey, outcome } from "../api-keys/keys.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { cookieOf, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { folder, restore } from "./restoring.ts";

/** A shop with a backup, after which keys, a passkey and a webhook were taken away, and webhooks changed. */
async function shopWithOpenings() {
  const dataDir = await folder();
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  onTestFinished(drop);
  const shop = await openTestShop({ database: connectionString, dataDir });
  const admin = await shop.signUp({ role: "Admin" });
  const [member, leaver] = [await shop.signUp(), await shop.signUp()];
  const send = async (method: string, url: string, body?: object, as: Person = member) => {
    const answer = await shop.send({ method, url, as, ...(body ? { body } : {}) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body?.data;
  };
  const addHook = (name: string) =>
    send("POST", "/api/webhooks", { url: `https://${name}.example.com/`, events: ["run.done"] });
  const keys = {
    stays: await newKey(shop, member),
    found: await newKey(shop, member),
    disabled: await newKey(shop, leaver),
  };
  const passkeys = { stays: await addPasskey(shop, member), lost: await addPasskey(shop, member, "Lost") };
  const hooks = [
    await addHook("stays"),
    await addHook("removed"),
    await addHook("off"),
    await addHook("moved"),
  ];
  const file = path.join(dataDir, "shop.backup");
  await createBackup({ connectionString, uploadsDir: undefined, file });
  await send("POST", "/api/keys/revoke", { key: keys.found });
  await send("PUT", `/api/users/${leaver.id}`, { disabled: true }, admin);
  await send("PUT", `/api/users/${leaver.id}`, { disabled: false }, admin);
  const listed = await send("GET", "/api/auth/passkey/list-user-passkeys");
  const lost = listed.find(({ name }: { name: string }) => name === "Lost");
  await send("POST", "/api/auth/passkey/delete-passkey", { id: lost._id });
  const [, removed, off, moved] = hooks;
  await send("DELETE", `/api/webhooks/${removed.id}`);
  const { events, lowBalance } = off;
  await send("PUT", `/api/webhooks/${off.id}`, { url: off.url, events, lowBalance, active: false });
  await send("PUT", `/api/webhooks/${moved.id}`, {
    url: "https://elsewhere.example.com/",
    events,
    lowBalance,
  });
  await shop.stop();
  const webhooksOf = async (restored: TestShop, as: Person) =>
    (await restored.send({ url: "/api/webhooks", as })).body.data.map(
      ({ url, active }: { url: string; active: boolean }) => `${new URL(url).hostname} ${active}`,
    );
  return { connectionString, dataDir, file, member, keys, passkeys, webhooksOf };
}

test("a restore over a shop opens no key, passkey or webhook that was taken away since", async () => {
  const { connectionString, dataDir, file, keys, passkeys, webhooksOf, member } = await shopWithOpenings();
  const told = await restore(connectionString, dataDir, file, "--replace");
  expect(told).toContain(
    "Ended again: 2 keys for programs, 1 passkeys, 0 sign-ins by another service, 3 webhooks.",
  );
  const shop = await openTestShop({ database: connectionString, dataDir });
  expect(await outcome(shop, keys.stays)).toBe(200);
  expect(await outcome(shop, keys.found)).toBe("KEY_INVALID");
  expect(await outcome(shop, keys.disabled)).toBe("KEY_INVALID");
  expect((await signInByPasskey(shop, passkeys.lost)).status).toBe(401);
  const signedIn = await signInByPasskey(shop, passkeys.stays);
  expect(signedIn.status, signedIn.text).toBe(200);
  const as = { ...member, cookie: cookieOf(signedIn) };
  expect(await webhooksOf(shop, as)).toEqual([
    "stays.example.com true",
    "off.example.com false",
    "moved.example.com false",
  ]);
});

test("a restore where no database tells what was revoked since opens no key, unless it is to be as saved", async () => {
  const { file, keys, passkeys } = await shopWithOpenings();
  for (const [more, opens] of [
    [[], "KEY_INVALID"],
    [["--as-saved"], 200],
  ] as const) {
    const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
    onTestFinished(drop);
    const dataDir = await folder();
    await restore(connectionString, dataDir, file, "--replace", ...more);
    const shop = await openTestShop({ database: connectionString, dataDir });
    expect(await outcome(shop, keys.stays)).toBe(opens);
    expect(await outcome(shop, keys.found)).toBe(opens);
    expect((await signInByPasskey(shop, passkeys.lost)).status).toBe(200);
  }
});

test("a service that a reset had parted from the account opens it no more after a restore, and others still do", async () => {
  const dataDir = await folder();
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  onTestFinished(drop);
  const { env } = await startIdentity("http://localhost:3000");
  const open = () => openTestShop({ database: connectionString, dataDir, env });
  const shop = await open();
  const stranger: Consent = { login: "stranger", email: "ada@example.com", verified: false };
  const member: Consent = { login: "bob", email: "bob@example.com" };
  for (const consent of [stranger, member])
    expect((await signInBy(shop, "google", consent)).end).toBe("/signed-in");
  const file = path.join(dataDir, "shop.backup");
  await createBackup({ connectionString, uploadsDir: undefined, file });
  const ask = { email: "ada@example.com" };
  await shop.send({ method: "POST", url: "/api/auth/request-password-reset", body: ask });
  const body = { token: await resetToken(shop, ask.email), newPassword: "the owner's password" };
  const reset = await shop.send({ method: "POST", url: "/api/auth/reset-password", body });
  expect(reset.status, reset.text).toBe(200);
  // The stranger has an account of the very service by now, and it is another.
  expect((await signInBy(shop, "google", { ...stranger, email: "eve@example.com" })).end).toBe("/signed-in");
  await shop.stop();
  const told = await restore(connectionString, dataDir, file, "--replace");
  expect(told).toContain("1 sign-ins by another service,");
  const restored = await open();
  expect((await signInBy(restored, "google", stranger)).end).toMatch(/^\/signed-in\?error=/);
  expect((await signInBy(restored, "google", member)).end).toBe("/signed-in");
});
