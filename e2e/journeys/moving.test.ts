import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openVisitor } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { join, logIn } from "../helpers/people.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

async function visit(): Promise<Page> {
  const { page, context } = await openVisitor(browser, shop.url);
  onTestFinished(() => context.close());
  return page;
}

/** Which screens' data was asked for, as it happens. */
function askedOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) asked.push(pathname);
  });
  return asked;
}

describe("moving between screens", () => {
  it("asks for a screen's data when the pointer rests on its link, and shows it at the click without asking again; at the keyboard's focus too, and anew where something was written in between", async () => {
    const page = await visit();
    await join(page);
    await page.goto("/user/dashboard");
    const asked = askedOf(page);
    const linkTo = (name: string) =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
    const credits = linkTo("Credit Statement");
    await Promise.all([page.waitForResponse("**/user/credits.data"), credits.hover()]);
    await credits.click();
    await page.getByRole("heading", { name: "Credit Statement" }).waitFor();
    expect(asked.splice(0)).toEqual(["/user/credits.data"]);

    const gallery = linkTo("Gallery");
    await Promise.all([page.waitForResponse("**/user/gallery.data"), gallery.focus()]);
    await page.evaluate(() => fetch("/api/credits/hold", { method: "POST" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Gallery", exact: true }).waitFor();
    expect(asked).toEqual(["/user/gallery.data", "/user/gallery.data"]);
  });

  it("asks for a screen's scripts and styles too where its link was meant before the router knew of it", async () => {
    const page = await visit();
    await join(page);
    const discovery = Promise.withResolvers<void>();
    await page.route("**/__manifest*", async (route) => {
      await discovery.promise;
      await route.continue();
    });
    await page.goto("/user/dashboard");
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Gallery" });
    await Promise.all([page.waitForResponse("**/user/gallery.data"), link.focus()]);
    await Promise.all([
      page.waitForResponse("**/assets/gallery-*.js"),
      page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(".css")),
      discovery.resolve(),
    ]);
  });

  it("leaves nothing behind that the browser would warn of where the screen is not gone to", async () => {
    const page = await visit();
    await join(page);
    await page.goto("/user/dashboard");
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Gallery" });
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith(".css") && answer.ok()),
      page.waitForResponse("**/user/gallery.data"),
      link.focus(),
    ]);
    expect(await page.locator("link[rel=preload][as=style]").count()).toBe(0);
  });

  it("does so for the links of a table", async () => {
    const page = await visit();
    await logIn(page, admin);
    const script = Promise.withResolvers<void>();
    await page.route("**/assets/at-rest-*.js", async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto("/admin/users");
    const asked = askedOf(page);
    const link = page.locator("table a[href^='/admin/users/']").first();
    // The pointer may rest there before what hears of it has come.
    await link.hover();
    await Promise.all([page.waitForResponse("**/admin/users/*.data"), script.resolve()]);
    await link.click();
    await page.waitForURL("**/admin/users/*");
    expect(asked).toHaveLength(1);
  });
});
