import { expect, test } from "vitest";
import { readFont } from "#drawing/fonts/read-font.ts";
import { fontOf } from "#server/platform/drawing/fonts.ts";
import { makeDesign, openDesignsShop } from "./designs-shop.ts";

test("a font's file measures as the server's own, and is unknown by any other name and to a visitor", async () => {
  const { shop, person } = await openDesignsShop();
  const ask = (name: string, as?: typeof person) =>
    shop.http.inject({
      method: "GET",
      url: `/api/fonts/${name}`,
      headers: as ? { cookie: as.cookie } : {},
    });
  const file = await ask("anton-latin-400", person);
  expect(file.statusCode).toBe(200);
  expect(file.headers["content-type"]).toBe("font/ttf");
  const [sent, own] = [readFont(file.rawPayload, () => 0), fontOf("anton-latin-400")!];
  for (const letter of "AVgé") {
    const codePoint = letter.codePointAt(0)!;
    expect(sent.advance(codePoint)).toBe(own.advance(codePoint));
  }
  for (const name of ["anton", "anton-latin-900", "..%2fanton", "constructor"])
    expect((await ask(name, person)).statusCode, name).toBe(404);
  expect((await ask("anton-latin-400")).statusCode).toBe(401);
});

test("a design on a plain colour has no art to show", async () => {
  const { ask } = await openDesignsShop();
  const { id } = await makeDesign(ask);
  expect((await ask(`designs/${id}/art`)).status).toBe(404);
});
