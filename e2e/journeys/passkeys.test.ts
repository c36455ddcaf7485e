import type { CDPSession, Page } from "playwright-core";
import { expect, it } from "vitest";
import { axeViolations, faultsInLooks, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite, type Look, loseAnswer, type Visitor } from "../helpers/browser.ts";
import { proveLongAgo } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { endOf, givePasskey, join, logIn } from "../helpers/people.ts";
import { openMember, openStranger } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

/** A person whose device has an authenticator: https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ */
async function visit(look?: Look): Promise<Visitor & { device: CDPSession; authenticatorId: string }> {
  const visitor = await openStranger(browser, shop, look);
  const device = await visitor.context.newCDPSession(visitor.page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { ...visitor, device, authenticatorId };
}

const sectionOf = (page: Page) => page.getByRole("region", { name: "Passkeys" });

async function addPasskey(page: Page, name: string): Promise<void> {
  const section = sectionOf(page);
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await section.getByLabel("Name of the passkey").fill(name);
  await page.keyboard.press("Enter");
  await section.getByRole("listitem").filter({ hasText: name }).waitFor();
}

it("the answer to a passkey's name closes no form that was opened since", async () => {
  const { page } = await visit();
  const { email } = await join(page);
  for (const name of ["Phone", "Laptop"]) await givePasskey(shop, email, name);
  await page.goto("/profile");
  const section = sectionOf(page);
  const name = section.getByLabel("Name of the passkey");
  await section.getByRole("button", { name: "Rename Phone" }).click();
  await name.fill("Old phone");
  const slow = await holdNextWrite(page);
  await page.keyboard.press("Enter");
  await slow.started;
  await section.getByRole("button", { name: "Cancel" }).click();
  await section.getByRole("button", { name: "Rename Laptop" }).click();
  await name.fill("Work laptop");
  slow.release();
  await section.getByRole("listitem").filter({ hasText: "Old phone" }).waitFor();
  expect(await name.inputValue()).toBe("Work laptop");
  await page.unroute("**/*");
  await page.keyboard.press("Enter");
  await section.getByRole("listitem").filter({ hasText: "Work laptop" }).waitFor();
  await name.waitFor({ state: "detached" });
});

it("a member adds a passkey, signs in by it, renames and removes it, in both themes and widths", async () => {
  const { page, complaints, context } = await visit();
  const account = await join(page);
  await page.goto("/profile");
  const section = sectionOf(page);
  await addPasskey(page, "Mara's phone");
  await section.getByText("not used yet").waitFor();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await page.request.post("/api/auth/sign-out");
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/user/dashboard");
  await page.goto("/profile");
  await section.getByText("last used").waitFor();
  // From here on by a phone.
  await page.setViewportSize({ width: 360, height: 900 });
  await page.emulateMedia({ colorScheme: "dark" });

  await section.getByRole("button", { name: "Rename Mara's phone" }).click();
  await section.getByLabel("Name of the passkey").fill("");
  await page.keyboard.press("Enter");
  await section.getByText("Please enter a name").waitFor();
  await section.getByLabel("Name of the passkey").fill("Old phone");
  await page.keyboard.press("Enter");
  await section.getByRole("button", { name: "Remove Old phone" }).waitFor();

  await proveLongAgo(shop, account.email);
  await section.getByRole("button", { name: "Remove Old phone" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove passkey" }).click();
  const proof = page.getByRole("dialog", { name: "Is it still you?" });
  await proof.getByLabel("Password", { exact: true }).fill(account.password);
  // The answer is lost: what is read anew shows that it is gone.
  await page.route("**/delete-passkey", loseAnswer);
  await page.keyboard.press("Enter");
  await section.getByRole("button", { name: "Remove Old phone" }).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await context.clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This passkey is not known here any more.").waitFor();
  expect(complaints.filter((line) => !/40[13]|ERR_FAILED/.test(line))).toEqual([]);
});

it("a person who says no on the device is told, and can go on, by a phone in the dark as well", async () => {
  const { page, device, authenticatorId } = await visit({ colorScheme: "dark", width: 360, height: 900 });
  const account = await join(page);
  await page.goto("/profile");
  await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  const section = sectionOf(page);
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await page.keyboard.press("Enter");
  await section.getByText("No passkey was used. Please try again.").waitFor();
  await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await section.getByLabel("Name of the passkey").fill("A laptop");
  await page.keyboard.press("Enter");
  await section.getByRole("listitem").filter({ hasText: "A laptop" }).waitFor();
  await page.request.post("/api/auth/sign-out");
  await page.goto("/login");
  await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").getByText("No passkey was used. Please try again.").waitFor();
  await page.getByLabel("Email", { exact: true }).fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/user/dashboard");
});

it("staff without a factor add a passkey, get in with it, and change what is dangerous by it after a while", async () => {
  const { page, context, complaints } = await visit();
  await logIn(page, admin);
  const settings = async (staffFactorRequired: boolean) => {
    const { data } = await (await page.request.get("/api/shop-settings")).json();
    return page.request.put("/api/shop-settings", { data: { ...data, staffFactorRequired } });
  };
  expect((await settings(true)).status()).toBe(200);
  await page.goto("/admin/orders");
  await page.waitForURL("**/profile?factor=required");
  const owed = page.getByRole("region", { name: "Second factor" });
  await owed.getByText("or added a passkey below").waitFor();
  await addPasskey(page, "The owner's laptop");
  await owed.getByRole("link", { name: "Go there" }).click();
  await page.waitForURL("**/admin/dashboard");

  await context.clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/user/dashboard");
  expect(await endOf(page, "/admin/orders")).toBe("/admin/orders");

  await context.clearCookies();
  await logIn(page, admin);
  await page.goto("/admin/orders");
  await page.waitForURL("**/profile?factor=required");
  await owed.getByText("your password alone is not enough").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await owed.getByRole("button", { name: "Use a passkey" }).click();
  await owed.getByRole("link", { name: "Go there" }).click();
  await page.waitForURL("**/admin/dashboard");

  const { account: person } = await openMember(browser, shop);
  await proveLongAgo(shop, admin.email);
  await page.goto(`/admin/users?q=${encodeURIComponent(person.email)}`);
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Disable account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
  const proof = page.getByRole("dialog", { name: "Is it still you?" });
  await proof.getByRole("button", { name: "Use a passkey instead" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await proof.getByRole("button", { name: "Use a passkey instead" }).click();
  await proof.waitFor({ state: "detached" });
  await page.getByText("disabled", { exact: true }).waitFor();
  expect((await settings(false)).status()).toBe(200);
  expect(complaints.filter((line) => !/40[13]/.test(line))).toEqual([]);
});
