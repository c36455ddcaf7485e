import { eq } from "drizzle-orm";
import pg from "pg";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { media } from "#server/db/tables/content.ts";
import { upload } from "../accounts/helpers.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { openTestShop, sendOrThrow } from "../helpers/test-shop.ts";

const gone = "This picture is gone. Please upload it again.";

async function pictureShop() {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background: "#f50" } }).png();
  const bytes = await square.toBuffer();
  const uploaded = async (): Promise<string> => {
    const { payload, headers } = upload(bytes);
    const request = { method: "POST", url: "/upload", payload } as const;
    const answer = await shop.http.inject({ ...request, headers: { ...headers, cookie: admin.cookie } });
    return answer.json().file.url;
  };
  const send = (method: string, url: string, body?: object) => shop.send({ method, url, body, as: admin });
  const done = (method: string, url: string, body?: object) =>
    sendOrThrow(shop, { method, url, body, as: admin });
  const removal = async (url: string) => {
    const pictures = await done("GET", "/api/media");
    return `/api/media/${pictures.find((each: { url: string }) => each.url === url)._id}`;
  };
  const remove = async (url: string) => done("DELETE", await removal(url));
  /** As a release left it that saved what was deleted meanwhile. */
  const loseShown = (url: string) =>
    shop.platform.db.update(media).set({ deletedAt: new Date() }).where(eq(media.url, url));
  return { shop, admin, uploaded, send, done, removal, remove, loseShown };
}

const feature = { title: "Quick", description: "It is." };
const testimonial = { quote: "Good.", authorName: "Ada", authorTitle: "Engineer" };
const item = { itemName: "Kit", price: 9 };

test("no editor saves a picture that was deleted meanwhile, and each is told so at its field", async () => {
  const { uploaded, send, done, remove } = await pictureShop();
  const featureUrl = `/api/features-section/${(await done("POST", "/api/features-section", feature)).data._id}`;
  const voiceUrl = `/api/testimonials/${(await done("POST", "/api/testimonials", testimonial)).data._id}`;
  const itemUrl = `/edit-item/${(await done("POST", "/add-item", item)).data._id}`;
  const url = await uploaded();
  await remove(url);
  const contact = { type: "email", value: "a@example.com" };
  const saves: [string, string, object, string][] = [
    ["PUT", "/api/banner-section", { backgroundImage: url }, "backgroundImage"],
    ["PUT", "/api/about-section", { section2: { images: [{ url }] } }, "section2.images.0.url"],
    ["PUT", "/api/footer-section", { topSection: { imageUrl: url } }, "topSection.imageUrl"],
    ["PUT", "/api/footer-section", { middleSection: { logoUrl: url } }, "middleSection.logoUrl"],
    ["PUT", "/api/footer-section", { middleSection: { darkLogoUrl: url } }, "middleSection.darkLogoUrl"],
    ["PUT", "/api/contact-page", { imageUrl: `${url}?width=320` }, "imageUrl"],
    ["PUT", "/api/contact-page", { contactInfo: [{ ...contact, icon: url }] }, "contactInfo.0.icon"],
    ["POST", "/api/features-section", { ...feature, icon: url }, "icon"],
    ["PUT", featureUrl, { icon: url }, "icon"],
    ["POST", "/api/testimonials", { ...testimonial, authorImage: url }, "authorImage"],
    ["PUT", voiceUrl, { authorImage: url }, "authorImage"],
    ["POST", "/add-item", { ...item, imageUrl: url }, "imageUrl"],
    ["PUT", itemUrl, { imageUrl: url }, "imageUrl"],
  ];
  for (const [method, path, body, field] of saves) {
    const refused = await send(method, path, body);
    expect([path, refused.status, refused.body.fields]).toEqual([path, 400, { [field]: gone }]);
  }
  const lists = ["/api/features-section", "/api/testimonials"];
  const parts = ["/api/banner-section", "/api/about-section", "/api/footer-section", "/api/contact-page"];
  for (const path of [...lists, ...parts, "/items"])
    expect(JSON.stringify(await done("GET", path)), path).not.toContain(url);
});

test("the site shows nobody's photo, which goes with the person; a photo may be one that it shows", async () => {
  const { admin, uploaded, send, done } = await pictureShop();
  const photo = await uploaded();
  await done("PUT", `/update-user-profile/${admin.id}`, { profileURL: photo });
  const refused = await send("POST", "/api/testimonials", { ...testimonial, authorImage: photo });
  expect([refused.status, refused.body.fields]).toEqual([400, { authorImage: gone }]);

  const shown = await uploaded();
  await done("POST", "/api/testimonials", { ...testimonial, authorImage: shown });
  await done("PUT", `/update-user-profile/${admin.id}`, { profileURL: shown });
  const again = await send("POST", "/api/testimonials", { ...testimonial, authorImage: shown });
  expect(again.status).toBe(201);
});

test("a picture of another site is saved, whatever its address looks like", async () => {
  const { done } = await pictureShop();
  const imageUrl = `https://elsewhere.example/uploads/${"a".repeat(32)}.png`;
  expect((await done("PUT", "/api/contact-page", { imageUrl })).data.imageUrl).toBe(imageUrl);
});

test("a picture that was broken before stands in the way of no other change", async () => {
  const { uploaded, done, loseShown } = await pictureShop();
  const url = await uploaded();
  await done("PUT", "/api/contact-page", { imageUrl: url });
  const featureId = (await done("POST", "/api/features-section", { ...feature, icon: url })).data._id;
  const itemId = (await done("POST", "/add-item", { ...item, imageUrl: url })).data._id;
  await loseShown(url);
  const changes: [string, string, object?][] = [
    ["PUT", "/api/contact-page", { title: "Write to us", imageUrl: url }],
    ["PUT", `/api/features-section/${featureId}`, { title: "Quicker", icon: url }],
    ["PATCH", `/api/features-section/${featureId}/toggle`],
    ["PUT", `/edit-item/${itemId}`, { price: 10, imageUrl: url }],
    ["POST", "/api/contact-page/reset"],
  ];
  for (const change of changes) await done(...change);
  const restored = await done("POST", "/api/contact-page/restore");
  expect(restored.data).toMatchObject({ title: "Write to us", imageUrl: url });
});

test("a version with a picture that was deleted since is not brought back, which its refusal tells, and another one is", async () => {
  const { uploaded, send, done, remove } = await pictureShop();
  for (const [part, show] of [
    ["contact-page", (imageUrl: string) => done("PUT", "/api/contact-page", { imageUrl })],
    [
      "testimonials",
      (authorImage: string) => done("POST", "/api/testimonials", { ...testimonial, authorImage }),
    ],
  ] as const) {
    const url = await uploaded();
    const versions = `/api/content/${part}/versions`;
    const shown = (await show(url)).data;
    const [broken] = (await done("GET", versions)).data;
    if (part === "contact-page") await show("");
    else await done("DELETE", `/api/testimonials/${shown._id}`);
    const [whole] = (await done("GET", versions)).data;
    await remove(url);
    const before = await done("GET", `/api/${part}`);
    const refused = await send("POST", `${versions}/${broken.version}/restore`);
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    expect(refused.body.message).toBe("A picture of this version was deleted since. Nothing was changed.");
    expect(await done("GET", `/api/${part}`)).toEqual(before);
    await done("POST", `${versions}/${whole.version}/restore`);
  }
});

test("a picture that is being deleted can't be put on show in the same moment", async () => {
  const { shop, uploaded, send, removal } = await pictureShop();
  const url = await uploaded();
  const path = await removal(url);
  const client = new pg.Client({ connectionString: shop.connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  // The deletion ends with a line of the log, so that it has not committed where it waits.
  await client.query("begin; lock table audit_log in exclusive mode");
  const removed = send("DELETE", path);
  await untilWaiting(shop.platform.db, 1);
  const saved = send("PUT", "/api/contact-page", { imageUrl: url });
  await untilWaiting(shop.platform.db, 2);
  await client.query("rollback");
  expect((await removed).status).toBe(200);
  expect((await saved).body.fields).toEqual({ imageUrl: gone });
});
