import type { Page } from "playwright-core";
import { admin } from "./start-shop.ts";

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
  await post(page, "/api/auth/sign-up/email", account);
  return account;
}

/** Signs in over the call. The page stays where it is. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Account, "email" | "password">,
): Promise<void> {
  await post(page, "/api/auth/sign-in/email", { email, password });
}

/** As the admin of the page, changes somebody's row of the directory through the documented call. */
export async function changeUser(adminPage: Page, email: string, changes: object): Promise<void> {
  const found = await adminPage.request.get("/users", { params: { userEmail: email } });
  const [user] = await found.json();
  const answer = await adminPage.request.put(`/api/users/${user._id}`, { data: changes });
  if (answer.status() !== 200) throw new Error(`Changing a user answered ${answer.status()}.`);
}

/** As the shop's admin, sets someone's balance from the admin's own browser. */
export async function giveCredits(adminPage: Page, email: string, balance: number): Promise<void> {
  await logIn(adminPage, admin);
  await changeUser(adminPage, email, { currentBalance: balance, reason: "Given for a journey" });
}

async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`POST ${path} answered ${answer.status()}: ${await answer.text()}`);
}
