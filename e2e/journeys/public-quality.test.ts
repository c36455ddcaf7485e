import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { faultsInLooks } from "../helpers/axe.ts";
import { openVisitor, untilLoaded } from "../helpers/browser.ts";
import { halvePages, movedOf, shiftOf, watchLatePages, watchShift } from "../helpers/layout-shift.ts";
import { openShop } from "../helpers/open-shop.ts";
import { askForResetLink } from "../helpers/people.ts";
import { openOwner, openStranger } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

const reading = [
  "/",
  "/about",
  "/contact",
  "/check",
  "/developers",
  "/premium",
  "/terms",
  "/privacy",
  "/refund-policy",
];
/** A link of a mail, which shows the form as long as nobody has sent it. */
let reset: string;
beforeAll(async () => {
  const { context, page } = await openVisitor(browser, shop.url);
  reset = await askForResetLink(page, admin.email);
  await context.close();
});
const account = () => ["/login", "/register", "/forgot-password", reset];

async function firstItem(): Promise<string> {
  const [item] = (await (await fetch(`${shop.url}/items`)).json()) as { slug: string; itemId: string }[];
  return `/premium/${item!.slug}/${item!.itemId}`;
}

/** Walks down the whole page, so that whatever loads late has loaded. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const step = window.innerHeight / 2;
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      window.scrollTo({ top: y, behavior: "instant" });
      await new Promise((next) => requestAnimationFrame(next));
    }
  });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
}

/** What a page tells search engines, and whoever is sent a link to it. */
const facts = (page: Page) =>
  page.evaluate(() => {
    const meta = (name: string) =>
      document.querySelector<HTMLMetaElement>(`meta[name="${name}"], meta[property="${name}"]`)?.content ??
      null;
    return {
      title: document.title,
      description: meta("description"),
      robots: meta("robots"),
      canonical: document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? null,
      picture: meta("og:image"),
      shared: [meta("og:title"), meta("og:url"), meta("og:site_name"), meta("twitter:card")],
    };
  });

async function expectOwnFacts(page: Page, path: string): Promise<[string, string | null]> {
  const { title, description, canonical, robots, shared, picture } = await facts(page);
  expect(description?.length, path).toBeGreaterThan(40);
  const address = new URL(path, shop.url).href;
  expect([canonical, robots], path).toEqual([address, null]);
  expect(shared, path).toEqual([title, address, "Thumbsmith", "summary_large_image"]);
  const answer = await fetch(picture!);
  const size = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect(size.width, path).toBeGreaterThanOrEqual(1200);
  expect(size.height, path).toBeGreaterThanOrEqual(630);
  return [title, description];
}

const htmlOf = async (path: string) =>
  (await fetch(shop.url + path, { headers: { accept: "text/html" } })).text();

async function jsonLdOf(path: string) {
  const scripts = (await htmlOf(path)).matchAll(
    /<script type="application\/ld\+json"[^>]*>(.+?)<\/script>/gs,
  );
  return [...scripts].map(([, text]) => JSON.parse(text!));
}

/** Pages that another one of the list is laid out like. */
const isLikeAnother = (path: string) => /privacy|refund-policy|register|reset-password/.test(path);

/** How far down the title begins, with its form and while that is still on the way; what follows the title is gone then. */
const topsOfTitle = (page: Page) =>
  page.locator("h1").evaluate((title) => {
    const whole = title.getBoundingClientRect().top;
    while (title.nextSibling) title.nextSibling.remove();
    return [whole, title.getBoundingClientRect().top];
  });

describe.each([
  [1280, "light"],
  [360, "dark"],
] as const)("at %i px", (width, oneOfBoth) => {
  it("every public and account page is clean under axe in light and dark, keeps still also where fonts and pictures come late, has its own title, description, address and picture, and complains of nothing", async () => {
    const { page, complaints } = await openStranger(browser, shop, { width, height: 800, isNew: true });
    const open = await watchLatePages(page);
    const seen = { titles: new Set<string>(), descriptions: new Set<string | null>() };
    const listed = [...reading, "/login", "/register", await firstItem()];
    for (const path of [...listed, "/forgot-password", reset, "/nothing"]) {
      await page.emulateMedia({ colorScheme: "light" });
      await open(listed.includes(path) ? `${path}?utm_source=x` : path);
      await readThrough(page);
      // Before another theme has it laid out anew, by then with the fonts that came too late.
      expect(await shiftOf(page), `${path}: ${await movedOf(page)}`).toBeLessThan(0.01);
      expect(await page.locator("h1").count(), path).toBe(1);
      // Both themes at both widths of each kind of page, of what is like another one theme at each width.
      const themes = isLikeAnother(path) ? ([oneOfBoth] as const) : (["light", "dark"] as const);
      expect(await faultsInLooks(page, [{ width, themes }]), path).toEqual([]);
      // A page's head does not know how wide its window is.
      if (width === 1280 && listed.includes(path)) {
        const [title, description] = await expectOwnFacts(page, path);
        seen.titles.add(title);
        seen.descriptions.add(description);
      }
      if (width === 360 && account().includes(path)) {
        const [whole, early] = await topsOfTitle(page);
        expect(early, `${path}: the title climbs while its form is on the way`).toBe(whole);
      }
    }
    const own = width === 1280 ? listed.length : 0;
    expect([seen.titles.size, seen.descriptions.size]).toEqual([own, own]);
    // What the browser itself says of the page that is not there.
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
  });
});

describe("with fonts and pictures that come late", () => {
  /** Of the paths at each width; who opens them is new at the first, and what comes late is kept by no cache. */
  const shifts = async (pathsAt: Record<number, string[]>, open: typeof openStranger) => {
    const { page } = await open(browser, shop, { height: 800, isNew: true });
    const openLate = await watchLatePages(page);
    const moved: Record<string, string[]> = {};
    for (const [width, paths] of Object.entries(pathsAt)) {
      await page.setViewportSize({ width: Number(width), height: 800 });
      for (const path of paths)
        if ((await openLate(path)) > 0.02) moved[`${path} at ${width} px`] = await movedOf(page);
    }
    return moved;
  };

  it("no kind of public or account page moves under its reader at 390 or 768 px", async () => {
    const kinds = [...reading, ...account()].filter((path) => !isLikeAnother(path));
    const paths = [...kinds, await firstItem(), "/nothing"];
    expect(await shifts({ 390: paths, 768: paths }, openStranger)).toEqual({});
  });

  it("the home page that arrives in pieces is not shown before its content is whole", async () => {
    const { page } = await openStranger(browser, shop, { width: 1280, height: 800, isNew: true });
    await watchShift(page);
    // Between the picture of the first view and the words that stand beside it.
    const halved = await halvePages(shop.url, '<p class="description-');
    await page.goto(halved.url, { waitUntil: "commit" });
    const hasPainted = () => performance.getEntriesByName("first-contentful-paint").length > 0;
    const styled = await page.waitForFunction(
      () => {
        const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
        return sheets.length > 1 && sheets.every(({ sheet }) => sheet) && performance.now();
      },
      undefined,
      { polling: 50 },
    );
    await page.waitForFunction((at) => performance.now() > Number(at) + 500, styled, { polling: 50 });
    expect(await page.evaluate(hasPainted)).toBe(false);
    halved.release();
    await page.waitForFunction(hasPainted);
    await page.waitForLoadState("networkidle");
    expect(await shiftOf(page), String(await movedOf(page))).toBeLessThan(0.01);
  });

  it("no kind of screen of the customer area or the back office does at 390 or 1280 px", async () => {
    const [pack] = (await (await fetch(`${shop.url}/packages`)).json()) as { _id: string }[];
    // Lists are of one kind.
    const pathsWith = (...lists: string[]) => [
      ...["dashboard", "generate-image", "orders"].map((name) => `/user/${name}`),
      ...["/profile", `/buy/${pack!._id}`],
      ...["dashboard", ...lists].map((name) => `/admin/${name}`),
    ];
    const pathsAt = {
      390: pathsWith("orders", "users", "items"),
      1280: pathsWith("orders", "audit-log", "support-messages"),
    };
    expect(await shifts(pathsAt, openOwner)).toEqual({});
  });
});

describe("beside a long name", () => {
  it("no price breaks and no badge or button is cut, at any width, nor does a page scroll sideways with letters of twice their size", async () => {
    const { page, context } = await openOwner(browser, shop);
    const session = await context.newCDPSession(page);
    const setLetters = (standard: number) => session.send("Page.setFontSizes", { fontSizes: { standard } });
    const words = "The Complete Independent Creator's Workbook of Thumbnails, Titles and First Frames";
    const added = await context.request.post("/add-item", { data: { itemName: words, price: 1234.5 } });
    const item = (await added.json()).data as { _id: string; slug: string; itemId: string };
    onTestFinished(async () => {
      await context.request.delete(`/item/${item._id}`);
    });
    const [pack] = (await (await context.request.get("/packages")).json()) as { _id: string }[];
    const bill = { customerName: words, address: "1 Anvil Street", country: "Norway" };
    const order = async (path: string, packageId: string) =>
      (await (await context.request.post(path, { data: { packageId, ...bill } })).json()).data as {
        _id: string;
      };
    const itemOrder = await order("/new-item-order", item._id);
    const packageOrder = await order("/new-order", pack!._id);
    const faults: string[] = [];
    const priceless = ["/user/generate-image", "/user/gallery", "/admin/users"];
    for (const path of [
      ...["/", "/premium", `/premium/${item.slug}/${item.itemId}`],
      ...["select-package", "pending-payment", "item-pending-payment", "orders"].map(
        (name) => `/user/${name}`,
      ),
      ...priceless,
      ...[`/buy/${pack!._id}`, `/item-buy/${item._id}`, `/item-pay-now/${itemOrder._id}`],
      ...["packages", "items", "items-orders", "dashboard"].map((name) => `/admin/${name}`),
      `/admin/orders/${packageOrder._id}`,
    ]) {
      await page.goto(path);
      await untilLoaded(page);
      await page.locator("main details").evaluateAll((all) => {
        for (const each of all) each.setAttribute("open", "");
      });
      const prices = await page.locator("main .price").count();
      expect(prices > 0, path).toBe(!priceless.includes(path));
      for (const width of [320, 360, 768, 1280, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        for (const fault of await brokenOn(page)) faults.push(`${path} at ${width} px: ${fault}`);
      }
      if (path.startsWith("/admin")) continue;
      await page.setViewportSize({ width: 360, height: 800 });
      await setLetters(32);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (sideways > 0) faults.push(`${path} with large letters: wider by ${sideways} px`);
      await setLetters(16);
    }
    expect(faults).toEqual([]);
  });

  /** Prices on more than one line or outside of the one look for them, broken words, and badges and buttons that are cut. */
  const brokenOn = (page: Page) =>
    page.evaluate(() => {
      const broken: string[] = [];
      const lines = (range: Range) =>
        new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      const texts = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (node.parentElement!.clientWidth === 1) continue;
        for (const word of node.textContent!.matchAll(/[$€£]\s?[\d.,]+|[A-Za-z]{2,}/g)) {
          const range = document.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          // Narrower than every phone, a word may break where it has to; a price may not.
          if (lines(range) > 1 && (innerWidth >= 360 || /\d/.test(word[0]))) broken.push(word[0]);
          // A video's title is no price.
          if (/\d/.test(word[0]) && !node.parentElement!.closest(".price, svg, [data-width]"))
            broken.push(`bare ${word[0]}`);
        }
      }
      for (const price of document.querySelectorAll("main .price")) {
        const { left, right, width } = price.getBoundingClientRect();
        const rects = [...price.getClientRects()];
        const [lowest, highest] = [
          Math.max(...rects.map(({ top }) => top)),
          Math.min(...rects.map(({ bottom }) => bottom)),
        ];
        if (lowest >= highest) broken.push(`two lines: ${price.textContent}`);
        const clipped =
          price.closest("[data-scrolls], table") === null && width > 0 && (left < 0 || right > innerWidth);
        if (clipped) broken.push(`outside of the window: ${price.textContent}`);
      }
      for (const words of document.querySelectorAll(
        "main :is([class*=_badge_], :is(a, button) > [class*=_words_])",
      ))
        if (words.clientWidth > 1 && words.scrollWidth > words.clientWidth + 1)
          broken.push(`cut: ${words.textContent}`);
      return broken;
    });
});

describe("without script", () => {
  it("every page can be read, the menu of a phone opens, and a video's picture leads to where it is shown", async () => {
    const { request } = (await openOwner(browser, shop)).context;
    const youtubeUrl = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
    const { topSection } = (await (await request.get("/api/footer-section")).json()).data;
    for (const [path, data] of [
      ["/api/footer-section", { topSection: { ...topSection, videoUrl: youtubeUrl, tooltipText: "See it" } }],
      ["/api/banner-section", { youtubeUrl }],
    ] as const) {
      expect((await request.put(path, { data })).status()).toBe(200);
      onTestFinished(async () => {
        await request.post(`${path}/reset`, { data: {} });
      });
    }
    const context = await browser.newContext({
      baseURL: shop.url,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    for (const path of [...reading, ...account(), await firstItem()]) {
      await page.goto(path);
      expect((await page.locator("h1").innerText()).length, path).toBeGreaterThan(3);
      expect((await page.locator("[role=alert]").allInnerTexts()).join("").trim(), path).toBe("");
    }
    await page.goto("/");
    for (const text of ["Starter", "$15.00", "12 Anvil Yard, Exampleton"])
      await page.getByText(text).first().waitFor();
    for (const name of [/^Play the video/, "See it"]) {
      expect(await page.getByRole("link", { name }).getAttribute("href")).toBe(youtubeUrl);
      await expect.poll(() => page.getByRole("button", { name }).count()).toBe(0);
    }
    await page.locator("summary[aria-label=Menu]").click();
    await page.getByRole("navigation", { name: "Mobile" }).getByRole("link", { name: "About Us" }).click();
    await page.waitForURL("**/about");
  });
});

describe("the first view", () => {
  // A busy machine may load a page whole before it paints it.
  const timesOf = (page: Page) =>
    page.evaluate(async () => {
      const painted = await new Promise<number>((resolve) => {
        const seen = (list: PerformanceObserverEntryList) => {
          const [first] = list.getEntriesByName("first-contentful-paint");
          if (first) resolve(first.startTime);
        };
        new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
      });
      return {
        painted,
        loaded: performance.getEntriesByType("navigation")[0]?.toJSON().loadEventStart as number,
        scripts: performance
          .getEntriesByType("resource")
          .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
          .map(({ startTime }) => startTime),
      };
    });

  async function expectPaintedFirst(page: Page, path: string): Promise<void> {
    const { painted, loaded, scripts } = await timesOf(page);
    expect(scripts.length, path).toBeGreaterThan(3);
    expect(Math.min(...scripts), path).toBeGreaterThanOrEqual(Math.min(painted, loaded + 1_000));
  }

  const weigh = (page: Page) =>
    page.evaluate(() => {
      const sizes = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const of = (end: RegExp) => sizes.filter(({ name }) => end.test(new URL(name).pathname));
      const sum = (some: PerformanceResourceTiming[]) =>
        some.reduce((all, each) => all + each.encodedBodySize, 0);
      return { script: sum(of(/\.js$/)), style: sum(of(/\.css$/)), scripts: of(/\.js$/).length };
    });

  it("of every kind of page is painted before any script is asked for, and the page then answers; the home page weighs at most 112.2 kB of script and 20 kB of style, compressed, in few files", async () => {
    const look = { width: 360, height: 740, isNew: true };
    const { page: stranger, complaints } = await openStranger(browser, shop, look);
    const { page: owner, complaints: others } = await openOwner(browser, shop, look);
    await stranger.goto("/", { waitUntil: "networkidle" });
    const weights = await weigh(stranger);
    expect(weights.script).toBeGreaterThan(0);
    expect(weights.script).toBeLessThanOrEqual(112_200);
    expect(weights.style).toBeLessThanOrEqual(20_000);
    expect(weights.scripts).toBeLessThanOrEqual(12);
    await expectPaintedFirst(stranger, "/");
    await stranger.getByRole("button", { name: "Another title" }).click();
    await stranger
      .getByRole("button", { name: /14 Hours on a Night Train/ })
      .first()
      .waitFor();
    for (const [page, path] of [
      [stranger, "/about"],
      [stranger, "/login"],
      [owner, "/user/dashboard"],
      [owner, "/admin/orders"],
    ] as const) {
      await page.goto(path);
      await expectPaintedFirst(page, path);
    }
    expect([...complaints, ...others]).toEqual([]);
  });

  it.each(["a tab that nobody sees", "a browser that tells no paint"])("of %s answers too", async (who) => {
    const { page, complaints } = await openStranger(browser, shop);
    await page.addInitScript((isHidden) => {
      if (isHidden) Object.defineProperty(document, "hidden", { value: true });
      globalThis.PerformanceObserver = class extends PerformanceObserver {
        override observe() {}
      };
    }, who.includes("nobody"));
    await page.goto("/");
    await page.getByRole("button", { name: "Another title" }).click();
    await page
      .getByRole("button", { name: /14 Hours on a Night Train/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("for search engines and shared links", () => {
  it("what is private, not there or a step of a purchase is not for their lists", async () => {
    const { context: owner } = await openOwner(browser, shop);
    const { context: visitor } = await openStranger(browser, shop);
    const [pack] = (await (await fetch(`${shop.url}/packages`)).json()) as { _id: string }[];
    const closed = ["/user/dashboard", "/admin/dashboard", "/profile", `/buy/${pack!._id}`, "/nothing"];
    const open = ["/reset-password?token=x", "/forgot-password"];
    for (const path of [...closed, ...open]) {
      const { request } = open.includes(path) ? visitor : owner;
      const answer = await request.get(path, { headers: { accept: "text/html" }, maxRedirects: 0 });
      expect(await answer.text(), path).toMatch(/<meta name="robots" content="[^"]*noindex/);
    }
    const robots = await (await fetch(`${shop.url}/robots.txt`)).text();
    for (const path of ["/user", "/admin", "/buy/", "/item-buy/", "/pay-now/", "/item-pay-now/"])
      expect(robots.split("\n")).toContain(`Disallow: ${path}`);
    expect(robots).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
  });

  it("the sitemap names every page that is there, and only such", async () => {
    const answer = await fetch(`${shop.url}/sitemap.xml`);
    expect(answer.headers.get("content-type")).toContain("xml");
    const places = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place!);
    for (const path of [...reading, "/login", "/register", await firstItem()])
      expect(places).toContain(shop.url + path);
    for (const place of places) {
      const page = await fetch(place, { headers: { accept: "text/html" } });
      expect([place, page.status]).toEqual([place, 200]);
      await page.body?.cancel();
    }
  });

  it("an item leads on from each of its former addresses, whatever it is called in, and every page tells the same address", async () => {
    const { request } = (await openOwner(browser, shop)).context;
    const send = async (method: "post" | "put", path: string, itemName: string) =>
      (await (await request[method](path, { data: { itemName, price: 5 } })).json()).data;
    let item = await send("post", "/add-item", "Plain");
    onTestFinished(async () => {
      await request.delete(`/item/${item._id}`);
    });
    for (const name of ["Привет", "Straße ø", "안녕"]) {
      const former = `${shop.url}/premium/${item.slug}/${item.itemId}`;
      item = await send("put", `/edit-item/${item._id}`, name);
      const present = `${shop.url}/premium/${encodeURIComponent(item.slug)}/${item.itemId}`;
      const moved = await fetch(former, { redirect: "manual" });
      expect([moved.status, new URL(moved.headers.get("location")!, shop.url).href]).toEqual([301, present]);
      expect(await (await fetch(`${shop.url}/sitemap.xml`)).text()).toContain(`<loc>${present}</loc>`);
      const [structured] = await jsonLdOf(new URL(present).pathname);
      expect(structured.offers.url).toBe(present);
      for (const form of ["NFC", "NFD"]) {
        const written = `${shop.url}/premium/${item.slug.normalize(form)}/${item.itemId}`;
        expect((await fetch(written, { redirect: "manual" })).status, form).toBe(200);
      }
    }
  });

  it("the shop, its packages and its items are told as schema.org knows them", async () => {
    const [graph] = await jsonLdOf("/");
    expect(graph["@context"]).toBe("https://schema.org");
    const ofType = (type: string) =>
      graph["@graph"].filter((node: { "@type": string }) => node["@type"] === type);
    const [organisation] = ofType("Organization");
    expect(organisation).toMatchObject({ name: "Thumbsmith", url: `${shop.url}/` });
    expect((await fetch(organisation.logo)).status).toBe(200);
    const packages = (await (await fetch(`${shop.url}/packages`)).json()) as {
      price: number;
      packageName: string;
    }[];
    expect(ofType("Product").map((node: { name: string }) => node.name)).toEqual(
      packages.map(({ packageName }) => `Thumbsmith ${packageName}`),
    );
    expect(ofType("Product").map((node: { offers: object }) => node.offers)).toEqual(
      packages.map(({ price }) =>
        expect.objectContaining({
          "@type": "Offer",
          price: price.toFixed(2),
          priceCurrency: "USD",
          availability: "https://schema.org/InStock",
        }),
      ),
    );
    const [item] = await jsonLdOf(await firstItem());
    expect(item).toMatchObject({ "@type": "Product", offers: { "@type": "Offer", priceCurrency: "USD" } });
    expect(JSON.stringify(item)).not.toContain("accessUrl");
    expect((await fetch(item.image)).status).toBe(200);
  });

  it("manifest and titles bear the name that the shop has now, and the icons have the promised sizes", async () => {
    const { context: owner } = await openOwner(browser, shop);
    onTestFinished(async () => {
      await owner.request.put("/api/shop-settings", { data: { shopName: "Thumbsmith" } });
    });
    await owner.request.put("/api/shop-settings", { data: { shopName: "Coverwright" } });
    const answer = await fetch(`${shop.url}/manifest.webmanifest`);
    expect(answer.headers.get("content-type")).toContain("application/manifest+json");
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ name: "Coverwright", short_name: "Coverwright", scope: "/" });
    for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
      const icon = await fetch(shop.url + src);
      expect(icon.headers.get("content-type")).toContain(type);
      if (sizes === "any") continue;
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    for (const path of ["/", "/login"]) {
      const html = await htmlOf(path);
      expect(html, path).toMatch(/<title>[^<]*Coverwright/);
      expect(html, path).toMatch(/<link rel="manifest" href="\/manifest\.webmanifest"/);
    }
  });
});

describe("the policy on what a page may run", () => {
  it("has nothing that Google's evaluator calls a high risk", async () => {
    const { context } = await openOwner(browser, shop);
    for (const path of ["/", "/login", "/user/dashboard", "/admin/dashboard", "/nothing"]) {
      const answer = await context.request.get(path, { headers: { accept: "text/html" } });
      const policy = answer.headers()["content-security-policy"] ?? "";
      const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
      const high = findings.filter(({ severity }) => severity <= Severity.HIGH_MAYBE);
      expect(
        high.map(({ description }) => description),
        path,
      ).toEqual([]);
      expect(policy, path).not.toMatch(/script-src[^;]*unsafe/);
    }
  });
});
