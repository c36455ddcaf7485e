import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { identities } from "#server/db/tables/sessions.ts";
import { ensureFirstAdmin } from "#server/features/accounts/first-admin.ts";
import { newKey, outcome } from "../api-keys/keys.ts";
import { compileCache } from "../helpers/shop-process.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";
import { mailsTo, protect, resetPassword, signInAs } from "./helpers.ts";
import { openFederatedShop, signInBy } from "./identity.ts";
import { addPasskey } from "./passkeys.ts";

const run = promisify(execFile);

/** What `npm run create-admin` prints, beside the running shop. */
async function createAdmin(shop: TestShop, email: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "create-admin-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    PATH: process.env.PATH,
    ...compileCache,
    DATABASE_URL: shop.connectionString,
    DATA_DIR: dataDir,
  };
  const command = ["--import", "./scripts/load-tsx.ts", "server/src/commands/create-admin.ts", email];
  return (await run(process.execPath, command, { env })).stdout;
}

/** As at the start of a shop that has no admin. */
async function makeFirstAdmin(shop: TestShop, adminEmail: string): Promise<void> {
  await shop.platform.db.execute("update users set role = 'member'");
  const config = { ...shop.platform.config, adminEmail, adminPassword: "the boss's password" };
  await ensureFirstAdmin({ ...shop.platform, config });
}

const subjects = async (shop: TestShop, email: string) =>
  (await mailsTo(shop, email)).map(({ subject }) => subject);

test("a factor or key that is taken away is told its person, by whatever way it goes", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const disabled = await shop.signUp();
  const key = await newKey(shop, disabled);
  const body = { disabled: true };
  const off = { method: "PUT", url: `/api/users/${disabled.id}`, body, as: admin };
  expect((await shop.send(off)).status).toBe(200);
  expect(await outcome(shop, key)).toBe("KEY_INVALID");
  const [keyMail] = await mailsTo(shop, disabled.email);
  expect(keyMail!.subject).toBe("A key for programs was revoked at Thumbsmith");
  expect(keyMail!.text).toContain("the key 'Build server' was revoked, as your account was disabled");

  const { person: made } = await protect(shop, await shop.signUp());
  await addPasskey(shop, made);
  const told = await createAdmin(shop, made.email);
  expect(told).toContain(`${made.email} is an admin now, with the password that the account had.`);
  expect(told).toContain("Taken off, with a mail to the person: the authenticator and a passkey.");
  const [factorMail] = await mailsTo(shop, made.email);
  expect(factorMail!.subject).toBe("Something about your sign-in changed at Thumbsmith");
  expect(factorMail!.text.replaceAll("\n", " ")).toContain("It lost the authenticator and a passkey");

  const squatter = await shop.signUp({ email: "boss@example.com" });
  await newKey(shop, squatter);
  await makeFirstAdmin(shop, squatter.email);
  const [bossMail] = await mailsTo(shop, squatter.email);
  expect(bossMail!.text.replaceAll("\n", " ")).toContain(
    "It lost the password and the keys for programs 'Build server'",
  );
});

test("a password that ADMIN_PASSWORD takes the place of is told its person, who had nothing else to lose", async () => {
  const shop = await openTestShop();
  const [owner, federated] = [await shop.signUp(), await shop.signUp()];
  await makeFirstAdmin(shop, owner.email);
  const [mail] = await mailsTo(shop, owner.email);
  expect(mail!.subject).toBe("Something about your sign-in changed at Thumbsmith");
  const text = mail!.text.replaceAll("\n", " ");
  expect(text).toContain(
    "It lost the password, and was signed out everywhere. The password that it has now was set there.",
  );
  expect(text).toContain("If you asked for it, sign in. If not");
  expect((await signInAs(shop, owner.email, "the boss's password")).status).toBe(200);
  const before = await subjects(shop, federated.email);
  await shop.platform.db.delete(identities).where(eq(identities.userId, federated.id));
  await makeFirstAdmin(shop, federated.email);
  expect(await subjects(shop, federated.email)).toEqual(before);
});

test("whoever had nothing to lose is told of nothing, and who has no password is not said to have one", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const [disabled, federated] = [await shop.signUp(), await shop.signUp()];
  const before = [await subjects(shop, disabled.email), await subjects(shop, federated.email)];
  const off = { method: "PUT", url: `/api/users/${disabled.id}`, body: { disabled: true }, as: admin };
  expect((await shop.send(off)).status).toBe(200);
  await shop.platform.db.delete(identities).where(eq(identities.userId, federated.id));
  const told = await createAdmin(shop, federated.email);
  expect(told).toContain("is an admin now. The account has no password: it signs in by the service");
  expect(told).not.toContain("Taken off");
  expect([await subjects(shop, disabled.email), await subjects(shop, federated.email)]).toEqual(before);
});

test("what ends with a reset is named in its mail, with the way on, and where nothing ends nothing is", async () => {
  const { shop } = await openFederatedShop();
  const told = async (email: string) => {
    await resetPassword(shop, { email }, "a password of staff");
    const [mail] = await mailsTo(shop, email);
    expect(mail!.subject).toBe("Your Thumbsmith password was changed");
    expect(mail!.text).toContain("If it was not you, set a new password at once");
    return mail!.text;
  };
  const service = { login: "eve", email: "eve@example.com", verified: false };
  const federated = await signInBy(shop, "github", service);
  for (const name of ["A phone", "A laptop"]) await addPasskey(shop, federated, name);
  expect(await told(service.email)).toContain(
    "With it ended what somebody else could have added: the sign-in by another service and 2 passkeys. Sign in with the new password from now on. Passkeys of yours can be added again on your profile.",
  );
  const unproven = { login: "bob", email: "bob@example.com", verified: false };
  await signInBy(shop, "github", unproven);
  const withoutPasskey = await told(unproven.email);
  expect(withoutPasskey).toContain("the sign-in by another service. Sign in with the new password");
  expect(withoutPasskey).not.toContain("asskey");

  const [member, moderator] = [await shop.signUp(), await shop.signUp({ role: "moderator" })];
  await addPasskey(shop, moderator);
  for (const { email } of [member, moderator]) {
    const text = await told(email);
    expect(text).toContain("was changed just now. If it was you, there is nothing to do.");
    expect(text).not.toContain("With it ended");
  }
});
