import { type APIRequestContext, type Page, request } from "playwright-core";
import { runSql } from "./database.ts";
import { admin, type RunningShop } from "./start-shop.ts";

export interface Account {
  name: string;
  email: string;
  password: string;
}

let counter = 0;

export function newAccount(name = "Mara Lindqvist"): Account {
  counter += 1;
  return { name, email: `person${counter}.${process.pid}@example.com`, password: "a good password" };
}

/** Registers on the register screen, as a person would, and ends on the dashboard. */
export async function register(page: Page, account: Account): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Full Name").fill(account.name);
  await page.getByLabel("Email", { exact: true }).fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(account.password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL("**/user/dashboard");
}

/**
 * Makes the account over the call, for a journey that is about something else: much quicker than the screen. The
 * page stays where it is.
 */
export async function join(page: Page, account = newAccount()): Promise<Account> {
  await post(page.request, "/api/auth/sign-up/email", account);
  return account;
}

/** Signs in over the call. The page stays where it is. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Account, "email" | "password">,
): Promise<void> {
  await post(page.request, "/api/auth/sign-in/email", { email, password });
}

/** Where whoever asks for the path is led to, without opening it. */
export async function endOf(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(path);
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}.`);
  return new URL(answer.url()).pathname;
}

/** Asks over the call for the way to a new password. */
export async function askForResetLink(page: Page, email: string): Promise<string> {
  await post(page.request, "/api/auth/request-password-reset", { email });
  return resetLink(page, email);
}

/** The newest way to a new password, from the demo's list of mails. */
export async function resetLink(page: Page, email: string): Promise<string> {
  const read = async (path: string) => (await page.request.get(path)).text();
  const list = await read(`/demo/mail?q=${encodeURIComponent(email)}`);
  const [, mail] = /<a href="([^"]+)">[^<]*Set a new password/.exec(list) ?? [];
  const match = mail && /\/reset-password\?token=[\w-]+#[^"\s<]+/.exec(await read(`${mail}/body`));
  if (!match) throw new Error(`The mail to ${email} has no such link.`);
  return match[0].replaceAll(/&(amp|#38);/g, "&");
}

/** As the admin of the page, changes somebody's row of the directory through the documented call. */
export function changeUser(adminPage: Page, email: string, changes: object): Promise<void> {
  return changeUserBy(adminPage.request, email, changes);
}

async function changeUserBy(admins: APIRequestContext, email: string, changes: object): Promise<void> {
  const found = await admins.get("/users", { params: { userEmail: email } });
  const [user] = await found.json();
  const answer = await admins.put(`/api/users/${user._id}`, { data: changes });
  if (answer.status() !== 200) throw new Error(`Changing a user answered ${answer.status()}.`);
}

/** The calls of each shop's admin, who signs in once: no browser, and no password's hash, for every balance. */
const admins = new WeakMap<RunningShop, Promise<APIRequestContext>>();

/** As the shop's admin, sets someone's balance. */
export async function giveCredits(shop: RunningShop, email: string, balance: number): Promise<void> {
  const calls = admins.get(shop) ?? openAdmin(shop);
  admins.set(shop, calls);
  await changeUserBy(await calls, email, { currentBalance: balance, reason: "Given for a journey" });
}

/** A passkey that no device has: what a person sees of one. */
export async function givePasskey(shop: RunningShop, email: string, name = "Phone"): Promise<void> {
  await runSql(
    shop,
    `insert into passkeys (id, user_id, name, credential_id, public_key, counter, device_type, backed_up)
     select $2::text || ' of ' || id, id, $2, $2 || id, '', 0, 'singleDevice', false from users where email = $1`,
    [email, name],
  );
}

async function openAdmin({ url }: RunningShop): Promise<APIRequestContext> {
  const calls = await request.newContext({ baseURL: url });
  await post(calls, "/api/auth/sign-in/email", admin);
  return calls;
}

async function post(calls: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await calls.post(path, { data });
  if (!answer.ok()) throw new Error(`POST ${path} answered ${answer.status()}: ${await answer.text()}`);
}
