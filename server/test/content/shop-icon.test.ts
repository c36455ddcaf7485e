import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { upload } from "../accounts/helpers.ts";
import { openTestShop } from "../helpers/test-shop.ts";

const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

async function openWithLogos() {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const put = async (logoUrl: string) => {
    const body = { middleSection: { logoUrl } };
    const answer = await shop.send({ method: "PUT", url: "/api/footer-section", as: admin, body });
    expect(answer.status, answer.text).toBe(200);
  };
  const uploaded = async (bytes: Buffer): Promise<string> => {
    const { payload, headers } = upload(bytes);
    const answer = await shop.http.inject({
      method: "POST",
      url: "/upload",
      headers: { ...headers, cookie: admin.cookie },
      payload,
    });
    return answer.json().file.url;
  };
  const icon = (side: number) => shop.http.inject({ url: `/shop-icon/${side}` });
  /** The colour in the middle and in a corner, each as red, green, blue and alpha. */
  const drawn = async (side: number) => {
    const answer = await icon(side);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"]);
    const { data, info } = await sharp(answer.rawPayload)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([side, side]);
    const at = (x: number, y: number) => [...data.subarray((y * side + x) * 4, (y * side + x) * 4 + 4)];
    return { middle: at(side / 2, side / 2), corner: at(0, 0) };
  };
  return { shop, put, uploaded, icon, drawn };
}

test("the shop's icon is the owner's logo, whole in a square, and the product's where none was uploaded", async () => {
  const { put, uploaded, icon, drawn } = await openWithLogos();
  const product = {
    64: "/favicon.svg",
    180: "/apple-touch-icon.png",
    192: "/icon-192.png",
    512: "/icon-512.png",
  };
  for (const logoUrl of ["/media/defaults/logo.webp", "https://elsewhere.example/logo.svg"]) {
    await put(logoUrl);
    for (const [side, path] of Object.entries(product)) {
      const { statusCode, headers } = await icon(Number(side));
      expect([statusCode, headers.location]).toEqual([302, path]);
      expect(headers["cache-control"], "each page asks for it").toBe("public, max-age=300");
    }
  }
  await put(await uploaded(await solid(300, 100, "#ff0000")));
  for (const side of [64, 192, 512])
    expect(await drawn(side)).toEqual({ middle: [255, 0, 0, 255], corner: [0, 0, 0, 0] });
  expect(await drawn(180), "nothing clear").toEqual({
    middle: [255, 0, 0, 255],
    corner: [255, 255, 255, 255],
  });
  await put(await uploaded(await solid(300, 100, "#ffffff")));
  expect((await drawn(180)).corner, "a light logo is not lost").toEqual([0, 45, 50, 255]);
  expect((await icon(65)).statusCode).toBe(400);
});

test("a query behind the logo's address takes nothing from it, and no other file of the store becomes the icon", async () => {
  const { shop, put, uploaded, icon, drawn } = await openWithLogos();
  const logo = await solid(100, 100, "#0000ff");
  await put(`${await uploaded(logo)}?width=320`);
  expect((await drawn(64)).middle).toEqual([0, 0, 255, 255]);
  await shop.platform.storage.put("references/a-face.png", logo, "image/png");
  await put("/uploads/references/a-face.png");
  expect(await icon(64)).toMatchObject({ statusCode: 302, headers: { location: "/favicon.svg" } });
});

test("a store of files that is away leaves the product's icon", async () => {
  const { shop, put, uploaded, icon } = await openWithLogos();
  await put(await uploaded(await solid(300, 100, "#00ff00")));
  vi.spyOn(shop.platform.storage, "get").mockRejectedValue(new Error("The store is away."));
  expect(await icon(64)).toMatchObject({ statusCode: 302, headers: { location: "/favicon.svg" } });
});
