import { expect, test } from "vitest";
import { youtubeId } from "#contract/youtube-links.ts";
import { openTestShop } from "../helpers/test-shop.ts";

async function adminShop() {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const put = (url: string, body: unknown) => shop.send({ method: "PUT", url, as: admin, body });
  return { shop, admin, put };
}

const videoText = "Please enter a valid YouTube URL";
const imageText = "Please enter a valid image URL (jpg, jpeg, png, gif, webp)";

test("the banner takes the documented video hosts and refuses every other address with its text", async () => {
  const { put } = await adminShop();
  const good = [
    "",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://youtube.com/watch?t=9&v=dQw4w9WgXcQ",
    "http://m.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/embed/dQw4w9WgXcQ",
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0",
    "https://youtu.be/dQw4w9WgXcQ?si=abc",
  ];
  for (const youtubeUrl of good) {
    expect((await put("/api/banner-section", { youtubeUrl })).status, youtubeUrl).toBe(200);
    expect(youtubeId(youtubeUrl), youtubeUrl).toBe(youtubeUrl ? "dQw4w9WgXcQ" : null);
  }
  const bad = [
    "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
    "https://vimeo.com/12345678901",
    "https://youtu.be/short",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQx",
    "youtube.com/watch?v=dQw4w9WgXcQ",
    "javascript:alert(1)//youtu.be/dQw4w9WgXcQ",
    "https://youtu.be@evil.example/dQw4w9WgXcQ",
  ];
  for (const youtubeUrl of bad) {
    const answer = await put("/api/banner-section", { youtubeUrl });
    expect(answer, youtubeUrl).toMatchObject({
      status: 400,
      body: { message: videoText, fields: { youtubeUrl: videoText } },
    });
  }
});

test("the banner's picture is an image address or an upload, and nothing else", async () => {
  const { put } = await adminShop();
  for (const backgroundImage of [
    "",
    "https://cdn.example/a.JPG",
    "https://cdn.example/a.webp?v=2",
    "/media/defaults/hero.webp",
    "/uploads/2f1c9ab0",
  ]) {
    expect((await put("/api/banner-section", { backgroundImage })).status, backgroundImage).toBe(200);
  }
  for (const backgroundImage of [
    "https://cdn.example/a.svg",
    "https://cdn.example/?x=a.png",
    "//cdn.example/a.png",
    "/\\cdn.example/a.png",
    "javascript:a.png",
    "data:image/png;base64,AAAA.png",
    "a.png",
    "https://cdn.example/\u0001a.png",
    `https://cdn.example/${"a".repeat(2048)}.png`,
  ]) {
    const answer = await put("/api/banner-section", { backgroundImage });
    expect(answer, backgroundImage).toMatchObject({ status: 400, body: { message: imageText } });
  }
});

test("links are site paths, anchors, web, mail or phone addresses; scripts and other hosts in disguise are refused", async () => {
  const { put } = await adminShop();
  for (const buttonLink of [
    "",
    "/register",
    "#pricing",
    "https://a.example/x",
    "mailto:a@b.example",
    "tel:+1212",
  ]) {
    expect((await put("/api/banner-section", { buttonLink })).status, buttonLink).toBe(200);
  }
  for (const url of [
    "javascript:alert(1)",
    " /x",
    "//evil.example",
    "/\\evil.example",
    "/..//evil.example",
    "JaVaScRiPt:1",
    "vbscript:x",
    "\u0000/x",
  ]) {
    expect((await put("/api/banner-section", { buttonLink: url })).status, url).toBe(400);
    const quickLinks = [{ text: "x", url }];
    expect((await put("/api/footer-section", { middleSection: { quickLinks } })).status, url).toBe(400);
    expect((await put("/api/about-section", { section1: { buttonLink: url } })).status, url).toBe(400);
  }
});

test("required texts that are sent must not be blank, and the answer says so in the documented words", async () => {
  const { put } = await adminShop();
  const cases: [string, unknown, string][] = [
    ["/api/about-section", { section1: { title: "  " } }, "Section titles are required"],
    ["/api/about-section", { section2: { features: [] } }, "At least one feature is required"],
    ["/api/about-section", { section2: { features: [{ text: "" }] } }, "Feature text is required"],
    ["/api/about-section", { section1: { description: "" } }, "Description is required"],
    ["/api/banner-section", { mainTitle: " " }, "Main title is required"],
    ["/api/contact-page", { title: "" }, "Title is required"],
    ["/api/contact-page", { contactInfo: [{ type: "fax", value: "1" }] }, "The type is phone or email"],
    ["/api/banner-section", { isActive: "yes" }, ""],
    ["/api/banner-section", { description: "x".repeat(5001) }, "Please use at most 5,000 characters."],
  ];
  for (const [url, body, message] of cases) {
    const answer = await put(url, body);
    expect(answer.status, JSON.stringify(body)).toBe(400);
    expect(answer.body.message).toContain(message);
    expect(Object.keys(answer.body.fields)).toHaveLength(1);
  }
});

test("blank picture slots of the about section are dropped, and a blank logo is fine in the footer", async () => {
  const { put } = await adminShop();
  const images = [
    { url: "/media/defaults/about-bread.webp", alt: "Bread" },
    { url: "", alt: "" },
  ];
  const about = await put("/api/about-section", { section1: { images } });
  expect(about.body.data.section1.images).toEqual([images[0]]);
  expect((await put("/api/footer-section", { middleSection: { logoUrl: "" } })).status).toBe(200);
});

test("markup in a text field stays text, to the letter", async () => {
  const { shop, put } = await adminShop();
  const mainTitle = `<script>alert("1")</script>&amp;<img src=x onerror=alert(1)>`;
  await put("/api/banner-section", { mainTitle });
  const answer = await shop.send({ url: "/api/banner-section" });
  expect(answer.body.data.mainTitle).toBe(mainTitle);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
});

test("a legal page keeps plain formatting and loses everything that could run or frame", async () => {
  const { shop, put } = await adminShop();
  const body = [
    "<h2>Kept</h2><p onclick='x()' style='color:red'>Text <strong>bold</strong></p>",
    "<script>alert(1)</script><style>*{}</style><iframe src='https://evil.example'></iframe>",
    "<a href='javascript:alert(1)'>bad</a><a href='https://a.example' target='_blank'>good</a><a href='//e.example'>host</a>",
    "<svg><script>1</script></svg><form action='/x'><input></form>",
  ].join("");
  const saved = await put("/api/pages/terms", { body });
  expect(saved.status).toBe(200);
  const kept: string = (await shop.send({ url: "/api/pages/terms" })).body.data.body;
  expect(kept).toBe(
    '<h2>Kept</h2><p>Text <strong>bold</strong></p><a>bad</a><a href="https://a.example" rel="noopener noreferrer">good</a><a>host</a>',
  );
});

test("a legal page that would be blank is refused, unknown fields and pages are too", async () => {
  const { shop, put } = await adminShop();
  for (const body of ["", "   ", "<p> </p>", "<script>x</script>"]) {
    expect((await put("/api/pages/privacy", { body })).status, body).toBe(400);
  }
  expect((await put("/api/pages/privacy", { slug: "x" })).status).toBe(400);
  expect((await put("/api/pages/imprint", { title: "x" })).status).toBe(404);
  expect((await shop.send({ url: "/api/pages/imprint" })).status).toBe(404);
});

test("the shop's own legal texts pass its own sanitiser unchanged", async () => {
  const { shop, admin, put } = await adminShop();
  for (const slug of ["terms", "privacy", "refund-policy"]) {
    const { data } = (await shop.send({ url: `/api/pages/${slug}`, as: admin })).body;
    const saved = await put(`/api/pages/${slug}`, { body: data.body });
    expect(saved.body.data.body).toBe(data.body);
  }
});

test("what a demo item's buyer receives exists in a demo alone", async () => {
  const shop = await openTestShop();
  expect((await shop.send({ url: "/api/demo-goods/before-you-upload" })).status).toBe(404);
  const demo = await openTestShop({ config: { demo: true } });
  const goods = await demo.send({ url: "/api/demo-goods/before-you-upload" });
  expect(goods.body.data.sections.length).toBeGreaterThan(1);
  expect((await demo.send({ url: "/api/demo-goods/unknown" })).status).toBe(404);
});

test("wherever the content shows a picture, its alternative text can be kept", async () => {
  const { shop, admin, put } = await adminShop();
  const imageAlt = "Two people at an anvil";
  await put("/api/banner-section", { backgroundImageAlt: imageAlt });
  await put("/api/contact-page", { imageAlt });
  await put("/api/footer-section", { topSection: { imageAlt } });
  const post = async (url: string, body: object) =>
    (await shop.send({ method: "POST", url, as: admin, body })).body.data;
  const feature = await post("/api/features-section", {
    title: "A",
    description: "B",
    icon: "/uploads/a",
    iconAlt: imageAlt,
  });
  const voice = { quote: "A", authorName: "B", authorTitle: "C", authorImageAlt: imageAlt };
  const testimonial = await post("/api/testimonials", voice);
  const seen = async (url: string) => (await shop.send({ url })).body.data;
  expect((await seen("/api/banner-section")).backgroundImageAlt).toBe(imageAlt);
  expect((await seen("/api/contact-page")).imageAlt).toBe(imageAlt);
  expect((await seen("/api/footer-section")).topSection.imageAlt).toBe(imageAlt);
  expect([feature.iconAlt, testimonial.authorImageAlt]).toEqual([imageAlt, imageAlt]);
  expect((await put("/api/contact-page", { imageAlt: "x".repeat(501) })).status).toBe(400);
});
