import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { APIRequestContext, BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openVisitor, untilLoaded } from "../helpers/browser.ts";
import { documents, textLayer } from "../helpers/drawn-documents.ts";
import { longEmail, sidewaysOf } from "../helpers/horizontal-scroll.ts";
import {
  hostileHtml,
  hostileText,
  hostileUrls,
  make,
  policyFindings,
  troublesOf,
  watchPolicy,
} from "../helpers/hostile.ts";
import { openShop } from "../helpers/open-shop.ts";
import { picture } from "../helpers/picture.ts";
import { admin } from "../helpers/start-shop.ts";

const name = hostileText(200);
const line = hostileText(500);
const text = hostileText(5000);
const phone = hostileText(50);
const person = { email: longEmail, password: "a good password" };
const billing = { customerName: name, address: line, country: "Other" };

const { browser, shop } = await openShop();
let pages: Record<"visitor" | "member" | "owner", string[]>;

async function signedIn(options: {
  email: string;
  password: string;
  name?: string;
}): Promise<BrowserContext> {
  const { context } = await openVisitor(browser, shop.url);
  const path = options.name === undefined ? "/api/auth/sign-in/email" : "/api/auth/sign-up/email";
  await make(context.request, "POST", path, options);
  return context;
}

async function fillContent(request: APIRequestContext): Promise<void> {
  const put = (path: string, data: object) => make(request, "PUT", path, data);
  const post = (path: string, data: object) => make(request, "POST", path, data);
  const words = { subTitle: line, mainTitle: line, highlightText: line, description: text, buttonText: line };
  await put("/api/banner-section", { ...words, isActive: true });
  const section = {
    title: line,
    subtitle: line,
    description: text,
    buttonText: line,
    features: [{ text: line }],
  };
  await put("/api/about-section", { section1: section, section2: section });
  await put("/api/contact-page", {
    title: line,
    subtitle: line,
    description: text,
    contactInfo: [{ icon: "icon-mail", type: "email", value: line, label: line }],
  });
  await put("/api/footer-section", {
    topSection: {
      logoText: line,
      description: text,
      tooltipText: line,
      socialLinks: [{ platform: name, url: "/" }],
    },
    middleSection: {
      description: text,
      quickLinks: [{ text: line, url: "/" }],
      contactInfo: { address: line, phone },
    },
    bottomSection: { copyrightText: line, legalLinks: [{ text: line, url: "/terms" }] },
  });
  await post("/api/features-section", { title: line, description: text, category: name });
  await post("/api/testimonials", { quote: text, authorName: name, authorTitle: line });
  for (const slug of ["terms", "privacy", "refund-policy"])
    await put(`/api/pages/${slug}`, { title: line, body: hostileHtml });
  await put("/api/shop-settings", { shopName: name });
}

async function fillGoods(request: APIRequestContext) {
  const packages = await make(request, "GET", "/packages");
  const points = Object.fromEntries(["One", "Two", "Three"].map((each) => [`point${each}`, line]));
  for (const { _id } of packages)
    await make(request, "PUT", `/edit-package/${_id}`, { packageName: name, ...points });
  const item = {
    itemName: name,
    price: 5,
    description: text,
    guidelines: text,
    accessUrl: "/x",
    imageAlt: line,
  };
  const { data } = await make(request, "POST", "/add-item", item);
  await make(request, "POST", "/api/gemini-keys", { name, key: "AIza-a-key-of-the-journey-0000000" });
  await make(request, "POST", "/api/support/canned-replies", { title: name, body: text });
  return { packageId: packages[0]._id as string, item: data };
}

/** What the member does, so that each screen of the customer area and the back office has something to show. */
async function fillMember(request: APIRequestContext, goods: Awaited<ReturnType<typeof fillGoods>>) {
  const viewer = await make(request, "GET", "/api/viewer");
  const profile = { userName: name, aboutMe: text, address: line, city: name, country: name, phone };
  await make(request, "PUT", `/update-user-profile/${viewer.data.user._id}`, profile);
  const order = await make(request, "POST", "/new-order", { ...billing, packageId: goods.packageId });
  const itemOrder = await make(request, "POST", "/new-item-order", { ...billing, packageId: goods.item._id });
  const ticket = await make(request, "POST", "/new-support-message", { subject: line, message: text });
  return { order: order.data, itemOrder: itemOrder.data, ticket: ticket.data, userId: viewer.data.user._id };
}

/** What a member has in the studio. A design's texts take no signs that turn the direction. */
async function fillStudio(request: APIRequestContext): Promise<string> {
  const words = hostileText(200).replace(/[\u202a-\u202e]/g, "");
  const file = { name: `${hostileText(90)}.png`, mimeType: "image/png", buffer: await picture() };
  const multipart = { name: words.slice(0, 100), kind: "logo", file };
  const added = await request.post("/api/references", { multipart });
  if (!added.ok()) throw new Error(await added.text());
  const source = { kind: "logo", id: (await added.json()).data.id };
  await make(request, "PUT", "/api/brand", { logoReferenceId: source.id, colours: ["#0b63d8"] });
  const placed = { x: 40, y: 40, rotation: 0, opacity: 1, hidden: false, locked: false };
  const box = { ...placed, width: 90, height: 90, name: words.slice(0, 100) };
  const layers = [
    textLayer("words", words, {}),
    { ...box, id: "logo", kind: "picture", source, flip: false, radius: 0 },
  ];
  const { art } = documents.find(({ document }) => document.art.kind === "colour")!.document;
  const design = { name: words.slice(0, 100), document: { format: 1, art, layers } };
  return (await make(request, "POST", "/api/designs", design)).data.id;
}

beforeAll(async () => {
  const owner = await signedIn(admin);
  await fillContent(owner.request);
  const goods = await fillGoods(owner.request);
  const member = await signedIn({ ...person, name });
  const made = await fillMember(member.request, goods);
  const designId = await fillStudio(member.request);
  const own = owner.request;
  await make(own, "PUT", `/api/users/${made.userId}`, { currentBalance: 20, reason: line });
  const answer = { adminMessage: [{ message: text, sender: "admin" }] };
  await make(own, "PUT", `/support-message-status/${made.ticket._id}`, answer);
  await make(own, "POST", "/send-message", {
    toEmail: person.email,
    subject: line,
    messageBody: hostileHtml,
  });
  const run = {
    title: hostileText(100),
    niche: "gaming",
    style: "minimal",
    customPrompt: text,
    idempotencyKey: "x",
  };
  await make(member.request, "POST", "/api/generations", run);
  const guest = { ticketUserName: name, ticketUserEmail: "vera@example.com", phone };
  await make(own, "POST", "/new-support-message", { subject: line, message: text, ...guest });
  await Promise.all([owner.close(), member.close()]);

  const panels = [
    "account",
    "logo",
    "banner",
    "features",
    "about",
    "contact",
    "gemini-keys",
    "paypal",
    "packages",
  ];
  panels.push("footer", "testimonials", "legal-pages", "generator", "items");
  const { slug, itemId } = goods.item;
  pages = {
    visitor: ["/", "/about", "/contact", "/terms", "/privacy", "/refund-policy", "/premium"].concat([
      `/premium/${slug}/${itemId}`,
      "/login",
      "/register",
      "/forgot-password",
      "/check",
      "/nowhere",
      "/demo/mail",
    ]),
    member: [
      "dashboard",
      "generate-image",
      "credits",
      "select-package",
      "pending-payment",
      "item-pending-payment",
    ]
      .concat(["subscription-history", "orders", "support", "create-support"])
      .concat("gallery", "designs", "pictures", `designs/${designId}`)
      .map((each) => `/user/${each}`)
      .concat("/profile", `/buy/${goods.packageId}`, `/item-buy/${goods.item._id}`)
      .concat(`/pay-now/${made.order._id}`, `/item-pay-now/${made.itemOrder._id}`),
    owner: [
      "dashboard",
      "orders",
      "items-orders",
      "users",
      "audit-log",
      "support-messages",
      "packages",
      "items",
    ]
      .concat(`orders/${made.order._id}`, `items-orders/${made.itemOrder._id}`)
      .concat(`support-messages?ticket=${made.ticket._id}`)
      .concat(panels.map((panel) => `settings?panel=${panel}`))
      .map((each) => `/admin/${each}`),
  };
});

/** Opens each page, at a desk's width and a phone's, also with long words; answers everything that was wrong. */
async function walk(context: BrowserContext, page: Page, paths: string[]): Promise<string[]> {
  await watchPolicy(context);
  const wrong: string[] = [];
  for (const path of paths) {
    const answer = await page.goto(path, { waitUntil: "load" });
    await untilLoaded(page);
    const policy = answer?.headers()["content-security-policy"];
    if (!policy) wrong.push(`${path} has no policy`);
    else if (!path.includes("pay-now"))
      wrong.push(...policyFindings(policy).map((each) => `${path}: ${each}`));
    if (await page.getByRole("heading", { name: "Something went wrong on our side." }).count())
      wrong.push(`${path} can't show such texts`);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const troubles = [...(await troublesOf(page)), ...(await sidewaysOf(page, ["pwned", longEmail]))];
      wrong.push(...troubles.map((trouble) => `${path} at ${width}: ${trouble}`));
    }
  }
  return wrong;
}

/** Words that only the server's own modules and its start know. */
const serverWords = [
  "APP_SECRET",
  "DATABASE_URL",
  "sealed_key",
  "sealedSecret",
  "credit_bookings",
  "argon2id",
];

it("brings nothing of the server's into the files for the browser, and no map of their source", async () => {
  const folder = resolve(process.env.BUILD_DIR || "build", "client");
  const files = await readdir(folder, { recursive: true });
  expect(files.some((file) => file.endsWith(".js"))).toBe(true);
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  const words = [...serverWords, admin.password, "demo-key-of-the-local-emulator"];
  for (const file of files.filter((each) => /\.(js|css|html|json)$/.test(each))) {
    const text = await readFile(join(folder, file), "utf8");
    expect(
      words.filter((word) => text.includes(word)),
      file,
    ).toEqual([]);
  }
});

describe("hostile text in every field", () => {
  it("runs nowhere a visitor looks", async () => {
    const { context, page } = await openVisitor(browser, shop.url);
    expect(await walk(context, page, pages.visitor)).toEqual([]);
    expect(await page.goto("/").then(() => page.content())).toContain("&lt;script&gt;window.pwned");
  });

  it("runs nowhere in the customer area and the checkout", async () => {
    const context = await signedIn(person);
    expect(await walk(context, await context.newPage(), pages.member)).toEqual([]);
  });

  it("runs nowhere in the back office", async () => {
    const context = await signedIn(admin);
    expect(await walk(context, await context.newPage(), pages.owner)).toEqual([]);
  });

  it("is refused where an address is asked for that would run", async () => {
    const { request } = await signedIn(admin);
    const taken: string[] = [];
    for (const url of hostileUrls) {
      const writes: [string, string, object][] = [
        ["PUT", "/api/banner-section", { buttonLink: url }],
        ["PUT", "/api/banner-section", { backgroundImage: url }],
        ["PUT", "/api/banner-section", { youtubeUrl: url }],
        ["PUT", "/api/about-section", { section1: { buttonLink: url } }],
        ["PUT", "/api/footer-section", { middleSection: { quickLinks: [{ text: "a", url }] } }],
        ["PUT", "/api/contact-page", { imageUrl: url }],
        ["POST", "/add-item", { itemName: "a", price: 1, accessUrl: url }],
        ["POST", "/api/testimonials", { quote: "a", authorName: "a", authorTitle: "a", authorImage: url }],
        ["POST", "/api/create-user", { userEmail: admin.email, profileURL: url }],
      ];
      for (const [method, path, data] of writes) {
        const status = (await request.fetch(path, { method, data })).status();
        if (status !== 400) taken.push(`${method} ${path} ${JSON.stringify(data)}: ${status}`);
      }
    }
    expect(taken).toEqual([]);
  });
});
