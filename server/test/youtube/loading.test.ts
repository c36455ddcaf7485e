import { Module } from "node:module";
import { expect, test } from "vitest";
import { startConnecting } from "./connecting.ts";
import { openYoutubeShop } from "./youtube-shop.ts";

const isLoaded = (name: string) =>
  Object.keys((Module as unknown as { _cache: object })._cache).some((file) =>
    file.includes(`node_modules/${name}/`),
  );

test("Google's clients, which are slow to load and large, are loaded when they are first used", async () => {
  const { shop } = await openYoutubeShop();
  const member = await shop.signUp();
  await shop.started;
  expect(["google-auth-library", "@googleapis/youtube"].filter(isLoaded)).toEqual([]);
  await startConnecting(shop, member);
  expect(isLoaded("google-auth-library")).toBe(true);
});
