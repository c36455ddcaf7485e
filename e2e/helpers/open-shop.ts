import type { Browser } from "playwright-core";
import { afterAll, afterEach } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { leaveContexts } from "./contexts.ts";
import { startGemini } from "./gemini.ts";
import { startPaypal } from "./paypal.ts";
import { type RunningShop, startShop } from "./start-shop.ts";
import { startYoutube } from "./youtube.ts";

const standIns = { gemini: startGemini, paypal: startPaypal, youtube: startYoutube };

type StandIns = { [Name in keyof typeof standIns]: Awaited<ReturnType<(typeof standIns)[Name]>> };

interface Wanted<Name extends keyof StandIns> {
  /** Of the services outside; those that are not named are the ones that the demo brings along. */
  standIns?: readonly Name[];
  env?: Record<string, string>;
}

/** What the journeys of a file stand on: a browser, and a shop of their own that ends with the file. */
export async function openShop<Name extends keyof StandIns = never>(
  wanted: Wanted<Name> = {},
): Promise<{ browser: Browser; shop: RunningShop } & Pick<StandIns, Name>> {
  const names = wanted.standIns ?? [];
  const started = await Promise.all(
    names.map(async (name) => {
      const standIn = await standIns[name]();
      afterAll(() => standIn.close());
      return [name, standIn] as const;
    }),
  );
  const env = Object.assign({}, ...started.map(([, standIn]) => standIn.env), wanted.env);
  const [browser, shop] = await Promise.all([sharedBrowser(), startShop(env)]);
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.log(`The shop said last:\n${shop.output().slice(-5_000)}`);
  });
  afterAll(() => shop.stop());
  afterAll(() => leaveContexts(browser));
  return { browser, shop, ...(Object.fromEntries(started) as Pick<StandIns, Name>) };
}
