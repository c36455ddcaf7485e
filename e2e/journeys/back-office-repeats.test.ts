import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { loseAnswer } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { answer, openOwner, openPanel, turnToPanel } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

/** What can be switched off, and how its panel does it; of a list, its first entry. */
interface Part {
  panel: string;
  heading: string;
  path: string;
  /** Where it is written, if elsewhere. */
  writtenAt?: string;
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
    question: "you can activate it again",
    failed: "Failed to toggle key status",
  },
  {
    panel: "items",
    heading: "Items",
    path: "/items",
    writtenAt: "/edit-item",
    press: byButton(/^Deactivate /),
    question: "Nobody sees or buys it any more",
    failed: "Failed to update item",
  },
];

async function deactivate(page: Page, { press, question }: Part): Promise<void> {
  await press(page);
  await answer(page, question, "Deactivate");
}

/** What stands: the part, or the list's first entry. */
async function standing(page: Page, { path }: Part): Promise<{ isActive: boolean }> {
  const answered = await (await page.request.get(path)).json();
  const data = answered.data ?? answered;
  return Array.isArray(data) ? data[0] : data;
}

/** What the panel offers once the part is off. */
const switchOn = (page: Page, { panel }: Part) =>
  panel === "gemini-keys"
    ? page.getByRole("switch", { name: "Demo active", checked: false })
    : page.getByRole("button", { name: /^Activate/ }).first();

/** On the panel that shows the part switched off. */
async function activate(page: Page, part: Part): Promise<void> {
  await switchOn(page, part).click({ force: true });
  await switchOn(page, part).waitFor({ state: "hidden" });
  await expect.poll(async () => (await standing(page, part)).isActive, { message: part.panel }).toBe(true);
}

const isInactive = (page: Page, part: Part) =>
  expect
    .poll(async () => (await standing(page, part)).isActive, { message: part.panel, timeout: 10_000 })
    .toBe(false);

const isOfPart =
  ({ path, writtenAt = path }: Part) =>
  ({ pathname }: URL) =>
    pathname.startsWith(path) || pathname.startsWith(writtenAt);

/** The answer is lost, and what is read anew shows what stands. */
async function showsWhatStands(page: Page, part: Part): Promise<void> {
  await page.route(isOfPart(part), (route) =>
    route.request().method() === "GET" ? route.continue() : loseAnswer(route),
  );
  await deactivate(page, part);
  await page.getByText(part.failed, { exact: true }).first().waitFor();
  await switchOn(page, part).waitFor();
  await page.unrouteAll();
}

/** The answer is lost, nothing can be read anew, and the person asks again. */
async function holdsWhenRepeated(page: Page, part: Part): Promise<void> {
  let writes = 0;
  await page.route(isOfPart(part), (route) => {
    if (route.request().method() === "GET") return route.abort();
    writes += 1;
    return writes === 1 ? loseAnswer(route) : route.continue();
  });
  await deactivate(page, part);
  await page.getByText(part.failed, { exact: true }).first().waitFor();
  await isInactive(page, part);
  await deactivate(page, part);
  await expect.poll(() => writes, { message: part.panel }).toBe(2);
  await page.getByText(part.failed, { exact: true }).first().waitFor({ state: "hidden" });
  await isInactive(page, part);
  await page.unrouteAll();
}

describe("switching off", () => {
  it("is what two admins who deactivate the same part have done, shows what stands once the answer was lost, and holds where it is asked for again", async () => {
    const [{ page: first }, { page: second }] = [
      await openOwner(browser, shop),
      await openOwner(browser, shop),
    ];
    for (const [index, part] of parts.entries()) {
      const show = index === 0 ? openPanel : turnToPanel;
      for (const page of [first, second]) await show(page, part.panel, part.heading);
      await deactivate(first, part);
      await isInactive(first, part);
      const asked = second.waitForResponse((response) => response.request().method() !== "GET");
      await deactivate(second, part);
      expect((await asked).status(), part.panel).toBe(200);
      expect(await standing(first, part), part.panel).toMatchObject({ isActive: false });

      await activate(first, part);
      await showsWhatStands(first, part);
      await activate(first, part);
      await holdsWhenRepeated(first, part);
    }
  });
});

const gone = "Removed meanwhile";

/** What is removed from a list, and the entry that another admin removes first. */
const removals = [
  {
    panel: "features",
    heading: "Featured Section",
    entry: { title: gone, description: "It goes." },
    addAt: "/api/features-section",
    removeAt: "/api/features-section",
    button: "Delete",
    question: "delete this feature",
    yes: "Delete feature",
    failed: "Failed to delete feature",
  },
  {
    panel: "testimonials",
    heading: "Testimonials",
    entry: { quote: "It goes.", authorName: gone, authorTitle: "Baker" },
    addAt: "/api/testimonials",
    removeAt: "/api/testimonials",
    button: "Delete",
    question: "delete this testimonial",
    yes: "Delete testimonial",
    failed: "Failed to delete testimonial",
  },
  {
    panel: "gemini-keys",
    heading: "Gemini Keys",
    entry: { name: gone, key: "AIzaSyAKeyThatIsRemovedMeanwhile", isActive: false },
    addAt: "/api/gemini-keys",
    removeAt: "/api/gemini-keys",
    button: "Delete",
    question: "delete this key",
    yes: "Delete key",
    failed: "Failed to delete key",
  },
  {
    panel: "items",
    heading: "Items",
    entry: { itemName: gone, price: 3 },
    addAt: "/add-item",
    removeAt: "/item",
    button: "Archive",
    question: "leaves the shop for good",
    yes: "Archive item",
    failed: "Failed to archive item",
  },
];

describe("removing", () => {
  it("what another admin has removed says so once, and its row goes", async () => {
    const { page } = await openOwner(browser, shop);
    const ids: string[] = [];
    for (const { entry, addAt } of removals) {
      const added = await page.request.post(addAt, { data: entry });
      expect(added.ok(), `${addAt}: ${await added.text()}`).toBe(true);
      ids.push((await added.json()).data._id);
    }
    for (const [index, { panel, heading, removeAt, button, question, yes, failed }] of removals.entries()) {
      await (index === 0 ? openPanel : turnToPanel)(page, panel, heading);
      const press = page.getByRole("button", { name: `${button} ${gone}`, exact: true });
      await press.waitFor();
      expect((await page.request.delete(`${removeAt}/${ids[index]}`)).ok(), panel).toBe(true);
      await press.click();
      await answer(page, question, yes);
      await page.getByText(failed, { exact: true }).first().waitFor();
      await press.waitFor({ state: "detached" });
    }
  });
});

/** What is made with a form, and how it is filled in; `name` finds it in the answer of `path`. */
const forms: {
  screen: string;
  path: string;
  name: string;
  opens?: RegExp;
  fields: Record<string, string>;
  button: string;
  failed: string;
}[] = [
  {
    screen: "/admin/packages",
    path: "/packages",
    name: "Sent twice, a package",
    opens: /^Add Package$/,
    fields: { "Package name": "Sent twice, a package", Price: "3", Credit: "5" },
    button: "Add Package",
    failed: "Failed to add package",
  },
  {
    screen: "/admin/items",
    path: "/items",
    name: "Sent twice, an item",
    opens: /^Add Item$/,
    fields: { "Item name": "Sent twice, an item", Price: "3" },
    button: "Add Item",
    failed: "Failed to add item",
  },
  {
    screen: "/admin/settings?panel=features",
    path: "/api/features-section",
    name: "Sent twice, a feature",
    fields: { Title: "Sent twice, a feature", Description: "It stands once." },
    button: "Add Feature",
    failed: "Failed to add feature",
  },
  {
    screen: "/admin/settings?panel=testimonials",
    path: "/api/testimonials",
    name: "Sent twice, a voice",
    fields: { Quote: "Once is enough.", "Author name": "Sent twice, a voice", "Author title": "Baker" },
    button: "Add Testimonial",
    failed: "Failed to create testimonial",
  },
  {
    screen: "/admin/settings?panel=gemini-keys",
    path: "/api/gemini-keys",
    name: "Sent twice, a key",
    fields: { Name: "Sent twice, a key", Key: "AIzaSyAKeyThatIsSentTwiceHere" },
    button: "Add Key",
    failed: "Failed to add key",
  },
  {
    screen: "/admin/coupons",
    path: "/api/coupons",
    name: "SENTTWICE",
    opens: /^Add Coupon$/,
    fields: { Code: "SENTTWICE", "Value \\(%\\)": "10" },
    button: "Add Coupon",
    failed: "Failed to add coupon",
  },
  {
    screen: "/admin/users",
    path: "/message-log",
    name: "Sent twice, a message",
    opens: /^Send Message/,
    fields: { To: admin.email, Subject: "Sent twice, a message", Message: "Once is enough." },
    button: "Send",
    failed: "Error sending message.",
  },
];

describe("what is made with a form", () => {
  it("stands once where the answer was lost and the form is sent again", async () => {
    const { page } = await openOwner(browser, shop);
    const packages = await (await page.request.get("/packages")).json();
    await page.request.delete(`/package/${packages[2]._id}`);
    for (const { screen, path, name, opens, fields, button, failed } of forms) {
      await page.goto(screen);
      if (opens) await page.getByRole("button", { name: opens }).click();
      for (const [field, value] of Object.entries(fields))
        await page.getByRole("textbox", { name: new RegExp(`^${field}( \\*)?$`) }).fill(value);
      let writes = 0;
      const isWrite = (url: URL) => url.pathname !== "/api/viewer";
      await page.route(isWrite, (route) => {
        if (route.request().method() === "GET") return route.continue();
        writes += 1;
        return writes === 1 ? loseAnswer(route) : route.continue();
      });
      const send = page.getByRole("button", { name: button, exact: true }).last();
      await send.click();
      await page.getByText(failed, { exact: true }).first().waitFor();
      const answered = page.waitForResponse((response) => response.request().method() !== "GET");
      await send.click();
      const response = await answered;
      expect(response.status(), `${name}: ${await response.text()}`).toBeLessThan(300);
      await page.unroute(isWrite);
      const list = JSON.stringify(await (await page.request.get(path)).json());
      expect(list.split(`"${name}"`).length - 1, name).toBe(1);
    }
  });
});
