import { expect, test } from "vitest";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { contentParts } from "#server/db/tables/content.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const singleParts = [
  { url: "/api/banner-section", field: "mainTitle", message: "Banner section updated successfully!" },
  { url: "/api/contact-page", field: "title", message: "Contact page updated successfully!" },
] as const;

test("an edit of a part shows at once in this process and in another one", async () => {
  const shop = await openTestShop();
  const other = await openTestShop({ database: shop.connectionString });
  const admin = await shop.signUp({ role: "Admin" });
  for (const { url, field, message } of singleParts) {
    await Promise.all([shop.send({ url }), other.send({ url })]);
    const saved = await shop.send({
      method: "PUT",
      url,
      as: admin,
      body: { [field]: "Fresh from the forge" },
    });
    expect(saved, url).toMatchObject({ status: 200, body: { success: true, message } });
    expect((await shop.send({ url })).body.data[field], url).toBe("Fresh from the forge");
    await expect
      .poll(async () => (await other.send({ url })).body.data[field], {
        interval: 5,
        timeout: 8_000,
        message: url,
      })
      .toBe("Fresh from the forge");
  }
});

test("what is absent in a change stays, in lists and inner sections too", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const { data: before } = (await shop.send({ url: "/api/about-section", as: admin })).body;
  const body = { section1: { title: "Another title" }, updatedAt: "2020-01-01" };
  const { data } = (await shop.send({ method: "PUT", url: "/api/about-section", as: admin, body })).body;
  expect(data.section1).toEqual({ ...before.section1, title: "Another title" });
  expect(data.section2).toEqual(before.section2);
  expect(data.version).toBe(before.version + 1);
  expect(data.updatedAt > "2021").toBe(true);
});

test("the second of two admins who edit one part is told, gets what stands now, and nothing is lost", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const url = "/api/footer-section";
  const { version } = (await shop.send({ url, as: admin })).body.data;
  const send = (copyrightText: string) =>
    shop.send({ method: "PUT", url, as: admin, body: { version, bottomSection: { copyrightText } } });
  const answers = await Promise.all([send("© One"), send("© Two")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [won, lost] = answers[0]!.status === 200 ? answers : [answers[1]!, answers[0]!];
  expect(lost!.body).toMatchObject({ success: false, code: "STALE_VERSION" });
  expect(lost!.body.data).toEqual(won!.body.data);
  expect((await shop.send({ url, as: admin })).body.data).toEqual(won!.body.data);
});

/** An inactive banner or contact page reaches visitors as its switch alone, and admins whole. */
async function expectSwitchAlone(shop: TestShop, admin: Person): Promise<void> {
  const member = await shop.signUp();
  const toggled = await shop.send({ method: "PATCH", url: "/api/banner-section/toggle", as: admin });
  expect(toggled.body.data.isActive).toBe(false);
  await shop.send({ method: "PUT", url: "/api/contact-page", as: admin, body: { isActive: false } });
  for (const url of ["/api/banner-section", "/api/contact-page"]) {
    for (const as of [null, member])
      expect((await shop.send({ url, as })).body.data).toEqual({ isActive: false });
    expect(Object.keys((await shop.send({ url, as: admin })).body.data).length).toBeGreaterThan(5);
  }
}

/** Visitors get the active about section only, and of an inactive about part nothing. */
async function expectActiveAbout(shop: TestShop, admin: Person): Promise<void> {
  const url = "/api/about-section";
  await shop.send({ method: "PUT", url, as: admin, body: { section2: { isActive: false } } });
  const seen = (await shop.send({ url })).body.data;
  expect(seen.section1.title).toBeTruthy();
  expect(seen.section2).toEqual({ isActive: false });
  await shop.send({ method: "DELETE", url, as: admin });
  expect((await shop.send({ url })).body.data).toEqual({ isActive: false });
}

/** Visitors get the footer's active links only, and of an inactive footer logo and name. */
async function expectActiveFooter(shop: TestShop, admin: Person): Promise<void> {
  const url = "/api/footer-section";
  const quickLinks = [
    { text: "Shown", url: "/about", isActive: true },
    { text: "Hidden", url: "/secret", isActive: false },
  ];
  await shop.send({ method: "PUT", url, as: admin, body: { middleSection: { quickLinks } } });
  const seen = (await shop.send({ url })).body.data;
  expect(seen.middleSection.quickLinks).toEqual([quickLinks[0]]);
  expect(seen.topSection.socialLinks.every((link: { isActive: boolean }) => link.isActive)).toBe(true);
  await shop.send({ method: "PUT", url, as: admin, body: { isActive: false } });
  expect((await shop.send({ url })).body.data).toEqual({
    isActive: false,
    topSection: { logoText: seen.topSection.logoText },
    middleSection: { logoUrl: seen.middleSection.logoUrl },
  });
  const darkLogoUrl = "https://example.com/white-on-nothing.png";
  await shop.send({ method: "PUT", url, as: admin, body: { middleSection: { darkLogoUrl } } });
  expect((await shop.send({ url })).body.data.middleSection).toEqual({
    logoUrl: seen.middleSection.logoUrl,
    darkLogoUrl,
  });
}

test("visitors get of each part what is active in it: of the banner and contact page, the about part and the footer", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  await expectSwitchAlone(shop, admin);
  await expectActiveAbout(shop, admin);
  await expectActiveFooter(shop, admin);
});

test("a reset brings back the shop's own text, active, and the state before it can be restored once", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const url = "/api/banner-section";
  const own = (await shop.send({ url, as: admin })).body.data;
  await shop.send({ method: "PUT", url, as: admin, body: { mainTitle: "Mine", isActive: false } });
  const reset = await shop.send({ method: "POST", url: `${url}/reset`, as: admin });
  expect(reset.body.message).toBe("Banner section reset to default successfully!");
  expect(reset.body.data).toMatchObject({ mainTitle: own.mainTitle, isActive: true });
  await shop.send({ method: "POST", url: `${url}/reset`, as: admin });
  const restored = await shop.send({ method: "POST", url: `${url}/restore`, as: admin });
  expect(restored.body.data).toMatchObject({ mainTitle: "Mine", isActive: false });
  const again = await shop.send({ method: "POST", url: `${url}/restore`, as: admin });
  expect(again).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
});

test("deleting the banner hides it, also twice, and its stats tell", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const url = "/api/banner-section";
  await shop.send({ method: "PUT", url, as: admin, body: { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" } });
  for (const _ of [1, 2]) {
    const gone = await shop.send({ method: "DELETE", url, as: admin });
    expect(gone).toMatchObject({ status: 200, body: { success: true, data: { isActive: false } } });
  }
  const stats = (await shop.send({ url: `${url}/stats`, as: admin })).body.data;
  expect(stats).toEqual({
    isActive: false,
    hasYoutubeVideo: true,
    hasBackgroundImage: true,
    lastUpdated: expect.stringMatching(/^\d{4}-/),
  });
});

test("the last fifty states of a part are kept and any of them can be brought back", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin", name: "Ada" });
  const url = "/api/contact-page";
  const own = (await shop.send({ url, as: admin })).body.data.title;
  for (let at = 1; at <= 52; at += 1) {
    await shop.send({ method: "PUT", url, as: admin, body: { title: `Title ${at}` } });
  }
  const versions = (await shop.send({ url: "/api/content/contact-page/versions", as: admin })).body.data;
  expect(versions).toHaveLength(50);
  expect(versions[0]).toMatchObject({ savedBy: "Ada", data: { title: "Title 52" } });
  const back = await shop.send({
    method: "POST",
    url: `/api/content/contact-page/versions/${versions[9].version}/restore`,
    as: admin,
  });
  expect(back.status).toBe(200);
  expect((await shop.send({ url })).body.data.title).toBe("Title 43");
  const lost = await shop.send({
    method: "POST",
    url: "/api/content/contact-page/versions/1/restore",
    as: admin,
  });
  expect(lost.status).toBe(404);
  expect(own).not.toBe("Title 43");
});

test("the shop's own state is dated by the moment since which it stands, in a section and in a list", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const since = new Date("2026-03-01T09:18:00Z");
  const parts = ["banner-section", "features-section"];
  await shop.platform.db
    .insert(contentParts)
    .values(parts.map((part) => ({ part, data: {}, updatedAt: since })))
    .onConflictDoUpdate({ target: contentParts.part, set: { updatedAt: since } });
  const feature = { title: "Added", description: "Later" };
  await shop.send({ method: "PUT", url: "/api/banner-section", as: admin, body: { mainTitle: "Mine" } });
  await shop.send({ method: "POST", url: "/api/features-section", as: admin, body: feature });
  for (const name of parts) {
    const { body } = await shop.send({ url: `/api/content/${name}/versions`, as: admin });
    const [edited, own] = body.data;
    expect(own.createdAt, name).toBe(since.toISOString());
    expect(edited.createdAt > own.createdAt, name).toBe(true);
  }
});

test("every write is in the audit log with what was before and after, and the shop's own state before the first edit among the kept ones", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const url = "/api/banner-section";
  const own = (await shop.send({ url, as: admin })).body.data;
  await shop.send({ method: "PUT", url, as: admin, body: { mainTitle: "Mine", subTitle: "Logged" } });
  const lines = await shop.platform.db.select().from(auditLog);
  const line = lines.find(({ subject }) => subject === "banner-section");
  expect(line).toMatchObject({ actorId: admin.id, after: { subTitle: "Logged" } });
  expect((line!.before as { subTitle: string }).subTitle).not.toBe("Logged");
  await shop.send({ method: "POST", url: "/api/content/banner-section/versions/1/restore", as: admin });
  expect((await shop.send({ url })).body.data.mainTitle).toBe(own.mainTitle);
});

const writes = [
  ["PUT", "/api/banner-section"],
  ["PATCH", "/api/banner-section/toggle"],
  ["POST", "/api/banner-section/reset"],
  ["POST", "/api/about-section/restore"],
  ["DELETE", "/api/about-section"],
  ["GET", "/api/banner-section/stats"],
  ["PUT", "/api/footer-section"],
  ["POST", "/api/contact-page/reset"],
  ["PUT", "/api/pages/terms"],
  ["POST", "/api/features-section"],
  ["DELETE", "/api/testimonials/0123456789abcdef01234567"],
  ["GET", "/api/content/terms/versions"],
  ["GET", "/api/media"],
] as const;

test("visitors, members, sellers and moderators may write nothing", async () => {
  const shop = await openTestShop();
  const people = [
    await shop.signUp(),
    await shop.signUp({ role: "Seller" }),
    await shop.signUp({ role: "moderator" }),
  ];
  for (const [method, url] of writes) {
    const body = method === "GET" ? undefined : {};
    expect((await shop.send({ method, url, body })).status, `${method} ${url}`).toBe(401);
    for (const as of people) expect((await shop.send({ method, url, body, as })).status).toBe(403);
  }
});
