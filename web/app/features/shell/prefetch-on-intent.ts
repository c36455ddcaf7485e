import type { Context } from "react";
import {
  type UNSAFE_DataRouterContext as DataRouterContext,
  type UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
} from "react-router";

type In<C> = C extends Context<infer Value> ? NonNullable<Value> : never;

/** A pointer that only passes over a link means nothing by it. */
const dwellMilliseconds = 50;
const heldMilliseconds = 5_000;

/** Links that the router follows, and rows of tables that open something. */
const opening = "a[data-discover], [data-opens]";

/**
 * Asks for the next screen's data, scripts and styles as soon as a person means to go there: at a touch, the
 * keyboard's focus, or a pointer that rests. The router's own prefetching leaves the data in the browser's cache, where
 * an answer of a person's own must not stay, and Safari has none. One listener serves all links of an area. Returns how to
 * end it.
 */
export function prefetchOnIntent(
  { router }: Pick<In<typeof DataRouterContext>, "router">,
  { manifest, routeModules }: Pick<In<typeof FrameworkContext>, "manifest" | "routeModules">,
): () => void {
  const held = holdAnswers();
  let resting: ReturnType<typeof setTimeout> | undefined;
  // The router learns of a page's links soon after the page is shown: until then their screens' files have no names.
  let undiscovered: URL | undefined;
  const unsubscribe = router.subscribe(() => undiscovered && fetchFiles(undiscovered));

  function fetchScreen(to: URL): void {
    held.ask(dataAddress(to));
    fetchFiles(to);
  }

  function fetchFiles(to: URL): void {
    const matches = matchRoutes(router.routes, to.pathname) ?? [];
    const isKnown = matches.length > 0 && matches.at(-1)!.route.path !== "*";
    undiscovered = isKnown ? undefined : to;
    if (!isKnown) return;
    for (const { route } of matches) {
      const entry = manifest.routes[route.id!];
      if (!entry || route.id! in routeModules) continue;
      for (const href of entry.css ?? []) held.cache(href);
      // A screen that can't be loaded now is loaded, or told of, when it is gone to.
      import(/* @vite-ignore */ entry.module).catch(() => undefined);
    }
  }

  function mean({ type, target }: Event): void {
    clearTimeout(resting);
    const to = target instanceof Element ? addressOf(target) : null;
    if (!to) return;
    if (type === "pointerover") resting = setTimeout(fetchScreen, dwellMilliseconds, to);
    else fetchScreen(to);
  }
  const types = ["pointerover", "touchstart", "focusin"] as const;
  for (const type of types) document.addEventListener(type, mean, { passive: true });
  // What was meant before this script had come. The innermost: a row that opens nothing holds a link that does.
  const meant = [document.activeElement, [...document.querySelectorAll(":is(a, tr):hover")].at(-1)];
  for (const to of meant.map((element) => element && addressOf(element))) if (to) fetchScreen(to);
  return () => {
    clearTimeout(resting);
    unsubscribe();
    for (const type of types) document.removeEventListener(type, mean);
    held.end();
  };
}

/** Where a click there leads, if to another screen of the shop. */
function addressOf(target: Element): URL | null {
  const found = target.closest(opening);
  if (!found || found.getAttribute("target") === "_blank") return null;
  const to = new URL(found.getAttribute("href") ?? found.getAttribute("data-opens")!, location.href);
  const isOther = to.origin === location.origin && to.pathname !== location.pathname;
  return isOther ? to : null;
}

/** As the router asks for it. */
function dataAddress({ origin, pathname, search }: URL): string {
  return `${origin}${pathname.endsWith("/") ? `${pathname}_` : pathname}.data${search}`;
}

/**
 * Answers that were asked for ahead are kept in memory for the one request that they were meant for. Whatever is
 * written meanwhile may change them, so that they are then asked for anew.
 */
function holdAnswers() {
  const plain = window.fetch;
  const answers = new Map<string, { answer: Promise<Response>; until: number }>();
  const forget = () => answers.clear();

  window.fetch = async (input, init) => {
    const request = input instanceof Request ? input : null;
    if ((init?.method ?? request?.method ?? "GET") !== "GET") {
      forget();
      return plain(input, init).finally(forget);
    }
    const address = request?.url ?? String(input);
    const found = answers.get(address);
    answers.delete(address);
    const answer = found && found.until > Date.now() ? await found.answer.catch(() => null) : null;
    return answer?.ok ? answer : plain(input, init);
  };

  return {
    ask(address: string): void {
      const found = answers.get(address);
      if (found && found.until > Date.now()) return;
      const answer = plain(address, { headers: { accept: "*/*" } });
      answer.catch(() => undefined);
      answers.set(address, { answer, until: Date.now() + heldMilliseconds });
    },
    /** Chromium warns of a `preload` that nothing used within seconds, and Safari has no `prefetch`. */
    cache(href: string): void {
      plain(href, { mode: "no-cors", priority: "low" }).catch(() => undefined);
    },
    end(): void {
      window.fetch = plain;
      forget();
    },
  };
}
