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

/** Registers on the register screen, and ends on the dashboard. */
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

export async function logIn(page: Page, account: Pick<Account, "email" | "password">): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.locator("form").getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** As the shop's admin, sets someone's balance through the documented call, from the admin's own browser. */
export async function giveCredits(adminPage: Page, email: string, balance: number): Promise<void> {
  await logIn(adminPage, admin);
  const status = await adminPage.evaluate(
    async ([address, to]) => {
      const [user] = await (await fetch(`/users?userEmail=${encodeURIComponent(address)}`)).json();
      const answer = await fetch(`/api/users/${user._id}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ currentBalance: to, reason: "Given for a journey" }),
      });
      return answer.status;
    },
    [email, balance] as const,
  );
  if (status !== 200) throw new Error(`Giving credits answered ${status}.`);
}
