import "#web/api/no-compiled-checks.ts";
import bricolage from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import instrument from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
  useRouteLoaderData,
} from "react-router";
import { getViewer } from "#contract/accounts.ts";
import { pageApi, revalidateOnPathChange } from "#web/api/loaders.ts";
import { DemoRibbon } from "#web/features/shell/demo-ribbon.tsx";
import { PageFault, statusOf } from "#web/features/shell/page-fault.tsx";
import type { RootData } from "#web/features/shell/root-data.ts";
import { colorSchemeOf } from "#web/ui/color-scheme.ts";
import type { Route } from "./+types/root";
import "#web/ui/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";
import css from "#web/root.module.css";

export async function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  const { data } = (await pageApi(context)(getViewer, {})).body;
  return {
    ...data,
    colorScheme: colorSchemeOf(request.headers.get("cookie")),
    origin: new URL(request.url).origin,
  };
}

/** Asked for at once: a font that is not there when the text is painted stays away (fonts.css). */
export const links: Route.LinksFunction = () =>
  [bricolage, instrument].map((href) => ({
    rel: "preload",
    href,
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous",
  }));

export const shouldRevalidate = revalidateOnPathChange;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.shop.name ?? "Thumbsmith" }];
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData("root") as RootData | undefined;
  // The first value alone: afterwards the toggle writes the attribute, and a later render must not undo it.
  const [colorScheme] = useState(data?.colorScheme ?? "auto");
  const inShell = useInShell();
  return (
    <html lang="en" data-color-scheme={colorScheme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/shop-icon/64" />
        <link rel="apple-touch-icon" href="/shop-icon/180" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
        {inShell && <meta name="robots" content="noindex" />}
        {inShell && <script src="/color-scheme.js" />}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** The customer area, the checkout and the back office have a shell of their own, which also places the ribbon. */
function useInShell(): boolean {
  return /^\/(user|admin|profile|update-profile|(item-)?buy|(item-)?pay-now)(\/|$)/.test(
    useLocation().pathname,
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const inShell = useInShell();
  // What was typed and sent before is told now: early-input.ts.
  useEffect(() => void dispatchEvent(new Event("hydrated")), []);
  return (
    <>
      <NavigationFeedback />
      {loaderData.shop.demo && !inShell && <DemoRibbon />}
      <Outlet />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFault status={statusOf(error)} standalone />;
}

/** A line at the top while the next page is being fetched, and the new page's title for screen readers. */
function NavigationFeedback() {
  const waiting = useNavigation().state !== "idle";
  useGliding();
  return (
    <>
      {waiting && <div className={css.line} aria-hidden="true" />}
      <RouteAnnouncer />
    </>
  );
}

/**
 * Another page and the target of a link within one are glided to; the way back and the focus are there at once, since on
 * its way a glide leaves the focus out of sight. The layout effect runs before the one of <ScrollRestoration/>, which
 * stands later in the document, the other effect after both.
 */
function useGliding(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  /** The browser goes on aligning a link's target in each frame: it has to find the same way of scrolling until the end. */
  const toTarget = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is the reason to scroll.
  useLayoutEffect(() => {
    if (type !== "POP") setGliding(true);
  }, [key, type]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => setGliding(toTarget.current), [key, type]);
  useEffect(() => {
    const glide = (on: boolean) => {
      toTarget.current = on;
      setGliding(on);
    };
    // A key that follows a link, as one to the content, moves the focus as well.
    const click = ({ detail, target }: MouseEvent) =>
      glide(detail > 0 && target instanceof Element && target.closest("a[href*='#']") !== null);
    const end = () => glide(false);
    addEventListener("click", click);
    addEventListener("scrollend", end);
    addEventListener("keydown", end, true);
    // The document's root stays as long as its listeners.
  }, []);
}

function setGliding(on: boolean): void {
  const root = document.documentElement;
  root.toggleAttribute("data-gliding", on);
  // Read, so that it counts at once: on its way to the very top Chromium would scroll by the style of before.
  void getComputedStyle(root).scrollBehavior;
}

/** A browser announces a loaded document, but not a page or panel that was swapped in; this says its title, if that is another. */
function RouteAnnouncer() {
  const { pathname, search } = useLocation();
  const shown = useRef<string>(undefined);
  const [title, setTitle] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is the reason to look.
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== document.title) setTitle(document.title);
    shown.current = document.title;
  }, [pathname, search]);
  return (
    <p className="visually-hidden" aria-live="polite" role="status">
      {title}
    </p>
  );
}
