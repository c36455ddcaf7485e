import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openShop } from "../helpers/open-shop.ts";
import { join } from "../helpers/people.ts";
import { openOwner, openStranger } from "../helpers/settings.ts";

const { browser, shop } = await openShop({ env: { RATE_LIMIT_FACTOR: "1" } });

/** In the page: where it stands in each frame from now on. */
function notePlaces(): void {
  const places: number[] = [];
  Object.assign(window, { places });
  const note = () => {
    places.push(Math.round(window.scrollY));
    requestAnimationFrame(note);
  };
  note();
}

describe("scrolling", () => {
  const top = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
  const scrollTo = (page: Page, y: number) =>
    page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), y);

  const between = (page: Page) =>
    page.evaluate(() => {
      const { places } = window as unknown as { places: number[] };
      return places.splice(0).filter((place) => place > 0 && place < 900).length > 0;
    });

  /** From the about page to another one and back. */
  async function expectWayAndBack(page: Page, glides: boolean): Promise<void> {
    await scrollTo(page, 900);
    await page.evaluate(notePlaces);
    // Pressing with a pointer would bring the link into view first.
    await page.getByRole("banner").getByRole("link", { name: "Contact" }).first().dispatchEvent("click");
    await page.getByRole("heading", { level: 1, name: "Talk to the people behind it" }).waitFor();
    await expect.poll(() => top(page)).toBe(0);
    expect(await between(page)).toBe(glides);
    await page.goBack();
    await expect.poll(() => top(page), { timeout: 10_000 }).toBe(900);
    expect(await between(page)).toBe(false);
  }

  /** A link within the page glides, a key never does: what has the focus is in the window at every step. */
  async function expectWayWithin(page: Page, glides: boolean): Promise<void> {
    await page.goto("/");
    await page.evaluate(notePlaces);
    await page.getByRole("link", { name: "See the prices" }).first().click();
    await expect.poll(() => top(page)).toBeGreaterThan(900);
    await page.waitForFunction(() => document.querySelector("#pricing")!.getBoundingClientRect().top < 200);
    expect(await between(page)).toBe(glides);
    const outside: string[] = [];
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press("Tab");
      const away = await page.evaluate(() => {
        const box = document.activeElement!.getBoundingClientRect();
        return box.top < 0 || box.bottom > window.innerHeight ? document.activeElement!.outerHTML : null;
      });
      if (away) outside.push(away.slice(0, 120));
    }
    expect(outside).toEqual([]);
  }

  it("another page glides to the top, and the way back finds the old place", async () => {
    const { page } = await openStranger(browser, shop);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/about");
    await expectWayAndBack(page, true);
    await expectWayWithin(page, true);
  });

  it("a button leads to the top again, from 301 px on and not before; for whoever wants less motion another page jumps there and another theme shows at once", async () => {
    const { page } = await openStranger(browser, shop);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/about");
    const button = page.getByRole("button", { name: "Scroll to top" });
    await scrollTo(page, 300);
    await expect.poll(() => top(page)).toBe(300);
    await expect.poll(() => button.count()).toBe(0);
    await scrollTo(page, 301);
    await button.click();
    await expect.poll(() => top(page)).toBe(0);
    await button.waitFor({ state: "detached" });
    await expectWayAndBack(page, false);
    const moving = await page.evaluate(() => {
      document.documentElement.setAttribute("data-color-scheme", "dark");
      return document.getAnimations().length;
    });
    expect(moving).toBe(0);
    await expectWayWithin(page, false);
  });
});

describe("the other pages", () => {
  it("an unknown address is answered 404, with the documented words and the way home", async () => {
    const { page } = await openStranger(browser, shop);
    for (const path of ["/nothing/here", "/premium/nothing/x", "/user2"]) {
      const answer = await page.request.get(path, { headers: { accept: "text/html" } });
      const html = (await answer.text()).replaceAll("&#x27;", "'");
      expect(answer.status(), path).toBe(404);
      expect(html, path).toMatch(/>404</);
      expect(html, path).toMatch(/<h1[^>]*>Oops! Page can't be found\.</);
      expect(html, path).toContain("The page you are looking for doesn't exist or has been moved.");
    }
    expect((await page.goto("/terms/x"))?.status()).toBe(404);
    await page.getByText("404", { exact: true }).waitFor();
    await page.getByRole("heading", { level: 1, name: "Oops! Page can't be found." }).waitFor();
    await page.getByText("The page you are looking for doesn't exist or has been moved.").waitFor();
    await page.getByRole("link", { name: "Take me to Home" }).click();
    await page.waitForURL(`${shop.url}/`);
    await page.getByRole("heading", { level: 1, name: /^Type the title/ }).waitFor();
  });

  it("each legal text can be read and is linked from the footer", async () => {
    const { page, complaints } = await openStranger(browser, shop);
    await page.goto("/about");
    for (const [path, heading] of [
      ["/terms", "Terms of use"],
      ["/privacy", "Privacy"],
      ["/refund-policy", "Refund policy"],
    ] as const) {
      await page.getByRole("contentinfo").locator(`a[href="${path}"]`).click();
      await page.waitForURL(`**${path}`);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      await page.getByText(/^Version 1/).waitFor();
    }
    expect(complaints).toEqual([]);
  });
});

describe("the contact form", () => {
  it("names what is missing, sends, survives a failure, fools programs, and ends at ten an hour", async () => {
    const { page, context } = await openStranger(browser, shop);
    await page.goto("/contact");
    const send = page.getByRole("button", { name: "Send Message" });
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await send.click();
    for (const text of [
      "Please enter your name",
      "Please enter your email",
      "Please enter your subjects",
      "Please enter your phone number",
      "Please enter your message",
    ])
      await page.getByText(text, { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("contact-name");

    await field("Name").fill("Vera Holm");
    await field("Email").fill("no address");
    await field("Subject").fill("A question");
    await field("Phone").fill("+47 55 51 23 45");
    await field("Message").fill("Does a run cost one credit?");
    await send.click();
    await expect.poll(() => field("Email").getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => field("Message").inputValue()).toBe("Does a run cost one credit?");

    await field("Email").fill("vera@example.com");
    await context.setOffline(true);
    await send.click();
    await page.getByRole("status").getByText("Failed to send message. Please try again.").waitFor();
    await page.getByRole("alert").getByText("Failed to send message. Please try again.").waitFor();
    await context.setOffline(false);
    await expect.poll(() => field("Name").inputValue()).toBe("Vera Holm");

    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await context.route("**/new-support-message", async (route) => {
      await held;
      await route.continue();
    });
    await send.click();
    await page.getByRole("button", { name: "Sending..." }).waitFor();
    await field("Message").fill("And does it come back?");
    letGo();
    await page.getByRole("status").getByText("Message Sent Successfully!", { exact: true }).waitFor();
    await page.getByText("Message Sent Successfully! We answer by mail.").waitFor();
    await expect.poll(() => field("Subject").inputValue()).toBe("");
    await expect.poll(() => field("Message").inputValue()).toBe("And does it come back?");

    const mails = await (await context.request.get("/demo/mail?q=A%20question")).text();
    expect(mails).toMatch(/<a href="\/demo\/mail\/[^"]+">[^<]*A question/);

    const { context: owner, page: desk } = await openOwner(browser, shop);
    const subjects = async () =>
      ((await (await owner.request.get("/support-messages")).json()) as { subject: string }[]).map(
        ({ subject }) => subject,
      );
    await expect.poll(() => subjects()).toContain("A question");

    async function fill(subject: string): Promise<void> {
      await field("Name").fill("Vera Holm");
      await field("Email").fill("vera@example.com");
      await field("Subject").fill(subject);
      await field("Phone").fill("1");
      await field("Message").fill("Once more.");
    }
    await fill("From a program");
    await page.locator("input[name=extra]").evaluate((input: HTMLInputElement) => {
      input.value = "https://spam.example";
    });
    await send.click();
    await page.getByText("Message Sent Successfully! We answer by mail.").waitFor();
    await desk.goto("/admin/support-messages?spam=true");
    await desk.getByRole("button", { name: /From a program.*Suspected spam/is }).click();
    await desk.getByRole("button", { name: "Not spam" }).click();
    await desk.getByText("No tickets match these filters.").waitFor();
    await desk.goto("/admin/support-messages?status=unresolved&spam=false");
    await desk.getByRole("button", { name: /From a program/ }).waitFor();
    await desk.goto("/admin/support-messages?status=unresolved&assignee=somebody-gone");
    await desk.getByText("No tickets match these filters.").waitFor();
    await desk.getByRole("button", { name: "Filter (2)" }).click();
    expect(await desk.getByLabel("Status").inputValue()).toBe("unresolved");
    await desk.getByLabel("Assignee").selectOption({ label: "Anyone" });
    await desk.getByRole("button", { name: /From a program/ }).waitFor();

    for (let status = 201; status === 201; ) {
      const answer = await context.request.post("/new-support-message", {
        data: {
          ticketUserName: "Vera Holm",
          ticketUserEmail: "vera@example.com",
          subject: "Again",
          phone: "1",
          message: "Again.",
        },
      });
      status = answer.status();
    }
    await fill("One too many");
    await send.click();
    const refusal = page.getByRole("alert").filter({ hasText: "Failed to send message. Please try again." });
    await refusal.waitFor();
    await expect.poll(() => refusal.innerText()).toMatch(/Too many|later/);
    await expect.poll(() => field("Subject").inputValue()).toBe("One too many");
    expect((await subjects()).filter((subject) => subject === "Again").length).toBeLessThan(10);
  });
});

describe("signing in", () => {
  it("after ten wrong passwords says that it is too often, whatever the next one is", async () => {
    const { page, context } = await openStranger(browser, shop);
    const { email, password } = await join(page);
    await context.clearCookies();
    for (let tries = 0; tries < 10; tries += 1)
      await context.request.post("/api/auth/sign-in/email", { data: { email, password: "not this one" } });
    await page.goto("/login");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.locator("form").getByRole("button", { name: "Login", exact: true }).click();
    await page.getByText("Too many failed login attempts. Please try again later.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
  });
});
