import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../helpers/browser.ts";
import { answer, openOwner, openPanel } from "../helpers/settings.ts";
import { type RunningShop, startShop } from "../helpers/start-shop.ts";

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  browser = await openBrowser();
  shop = await startShop();
});

afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

/** What can be switched off, and how its panel does it; of a list, its first entry. */
interface Part {
  panel: string;
  heading: string;
  path: string;
  press: (page: Page) => Promise<void>;
  question: string;
  failed: string;
}

const byButton = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();

const parts: Part[] = [
  {
    panel: "banner",
    heading: "Banner Section Management",
    path: "/api/banner-section",
    press: byButton("Deactivate"),
    question: "the banner is deactivated",
    failed: "Failed to toggle banner status",
  },
  {
    panel: "about",
    heading: "About Section",
    path: "/api/about-section",
    press: byButton("Deactivate"),
    question: "the section is deactivated",
    failed: "Failed to toggle about section status",
  },
  {
    panel: "features",
    heading: "Featured Section",
    path: "/api/features-section",
    press: byButton(/^Deactivate /),
    question: "Visitors don't see it any more",
    failed: "Failed to toggle feature status",
  },
  {
    panel: "testimonials",
    heading: "Testimonials",
    path: "/api/testimonials",
    press: byButton(/^Deactivate /),
    question: "Visitors don't see this testimonial",
    failed: "Failed to toggle testimonial status",
  },
  {
    panel: "gemini-keys",
    heading: "Gemini Keys",
    path: "/api/gemini-keys",
    press: (page) => page.getByRole("switch", { name: "Demo active" }).click({ force: true }),
    question: "the last active key",
    failed: "Failed to toggle key status",
  },
];

async function deactivate(page: Page, { press, question }: Part): Promise<void> {
  await press(page);
  await answer(page, question, "Deactivate");
}

/** What stands: the part, or the list's first entry. */
async function standing(page: Page, { path }: Part): Promise<{ _id?: string; isActive: boolean }> {
  const { data } = await (await page.request.get(path)).json();
  return Array.isArray(data) ? data[0] : data;
}

async function activate(page: Page, part: Part): Promise<void> {
  const { _id } = await standing(page, part);
  const put = await page.request.put(_id ? `${part.path}/${_id}` : part.path, { data: { isActive: true } });
  expect(put.status(), part.path).toBe(200);
}

const isInactive = (page: Page, part: Part) =>
  expect
    .poll(async () => (await standing(page, part)).isActive, { message: part.panel, timeout: 10_000 })
    .toBe(false);

/** Does what is asked, and loses the answer on the way. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

describe("switching off", () => {
  it("is what two admins who deactivate the same part have done", async () => {
    const [{ page: first }, { page: second }] = [
      await openOwner(browser, shop),
      await openOwner(browser, shop),
    ];
    for (const part of parts) {
      await activate(first, part);
      for (const page of [first, second]) await openPanel(page, part.panel, part.heading);
      await deactivate(first, part);
      await isInactive(first, part);
      const asked = second.waitForResponse((response) => response.request().method() !== "GET");
      await deactivate(second, part);
      expect((await asked).status(), part.panel).toBe(200);
      expect(await standing(first, part), part.panel).toMatchObject({ isActive: false });
    }
  });

  it("holds where the answer was lost and it is asked for again", async () => {
    const { page } = await openOwner(browser, shop);
    for (const part of parts) {
      await activate(page, part);
      await openPanel(page, part.panel, part.heading);
      let writes = 0;
      const isOfPart = (url: URL) => url.pathname.startsWith(part.path);
      await page.route(isOfPart, (route) => {
        if (route.request().method() === "GET") return route.abort();
        writes += 1;
        return writes === 1 ? loseAnswer(route) : route.continue();
      });
      await deactivate(page, part);
      await page.getByText(part.failed, { exact: true }).first().waitFor();
      await isInactive(page, part);
      await deactivate(page, part);
      await expect.poll(() => writes).toBe(2);
      await page.getByText(part.failed, { exact: true }).first().waitFor({ state: "hidden" });
      await isInactive(page, part);
      await page.unroute(isOfPart);
    }
  });

  it("shows what stands once the answer was lost", async () => {
    const { page } = await openOwner(browser, shop);
    for (const part of parts) {
      await activate(page, part);
      await openPanel(page, part.panel, part.heading);
      const isOfPart = (url: URL) => url.pathname.startsWith(part.path);
      await page.route(isOfPart, (route) =>
        route.request().method() === "GET" ? route.continue() : loseAnswer(route),
      );
      await deactivate(page, part);
      await page.getByText(part.failed, { exact: true }).first().waitFor();
      const off =
        part.panel === "gemini-keys"
          ? page.getByRole("switch", { name: "Demo active", checked: false })
          : page.getByRole("button", { name: /^Activate/ }).first();
      await off.waitFor();
      await page.unroute(isOfPart);
    }
  });
});
