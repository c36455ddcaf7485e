import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { type Look, openVisitor, type Visitor } from "./browser.ts";
import { type Account, join, logIn } from "./people.ts";
import { admin, type RunningShop } from "./start-shop.ts";

/** A browser without a session, closed when the test ends. */
export async function openStranger(browser: Browser, shop: RunningShop, look?: Look): Promise<Visitor> {
  const visitor = await openVisitor(browser, shop.url, look);
  onTestFinished(() => visitor.context.close());
  return visitor;
}

/** A new member, signed in. */
export async function openMember(
  browser: Browser,
  shop: RunningShop,
  look?: Look,
): Promise<Visitor & { account: Account }> {
  const visitor = await openStranger(browser, shop, look);
  return { ...visitor, account: await join(visitor.page) };
}

/** The first admin, signed in. */
export async function openOwner(browser: Browser, shop: RunningShop, look?: Look): Promise<Visitor> {
  const visitor = await openStranger(browser, shop, look);
  await logIn(visitor.page, admin);
  return visitor;
}

/** Opens one panel of the settings and waits until it has loaded. */
export async function openPanel(page: Page, panel: string, heading: string): Promise<void> {
  await page.goto(`/admin/settings?panel=${panel}`);
  await untilPanelAnswers(page, heading);
}

/** Waits for the answer: 'Not saved yet' is away already while the form is being sent. */
export async function saveUntilAnswered(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("button", { name: "Save Changes" }).click();
  expect((await answered).status()).toBe(200);
  await page.getByText("Not saved yet").waitFor({ state: "detached" });
}

/**
 * The same by the menu, from another panel, which costs a fraction of loading the page anew. Of what was `typed` there the
 * question is answered first.
 */
export async function turnToPanel(page: Page, panel: string, heading: string, typed = false): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Settings" });
  await menu.locator(`a[href$="panel=${panel}"]`).click();
  if (typed) await answer(page, "haven't been saved", "Leave without saving");
  await page.waitForURL(`**panel=${panel}`);
  await untilPanelAnswers(page, heading);
}

export async function untilPanelAnswers(page: Page, heading: string): Promise<void> {
  const shown = page.getByRole("heading", { name: heading, level: 2 });
  // A panel's script comes after the page's, and what is pressed before does nothing.
  const answers = (element: Element) => Object.keys(element).some((name) => name.startsWith("__reactFiber"));
  await expect.poll(() => shown.evaluate(answers)).toBe(true);
}

/** The product's own question dialog: its text, then the answer. */
export async function answer(page: Page, text: string, button: string): Promise<void> {
  const dialog = page.getByRole("dialog").filter({ hasText: text });
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Lifts an entry of a list at its handle by keyboard; the arrow keys move it from then on. */
export async function lift(page: Page, name: string): Promise<void> {
  const handle = page.getByRole("button", { name: `Move ${name}`, exact: true });
  await handle.focus();
  await page.keyboard.press("Space");
  await page.getByText(`${name} lifted`).waitFor();
  await expect.poll(() => handle.getAttribute("data-lifted")).toBe("true");
}

/**
 * Moves what is lifted by an arrow key, until `said` tells where it is: a key that comes before the list has measured its
 * entries moves nothing.
 */
export async function move(page: Page, key: string, said: string | RegExp): Promise<void> {
  const told = page.getByText(said);
  await expect
    .poll(async () => {
      await page.keyboard.press(key);
      return told.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
}
