import "#web/api/no-compiled-checks.ts";
import bricolage from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import instrument from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import { type ReactNode, useState } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from "react-router";
import { getViewer } from "#contract/accounts.ts";
import { pageApi } from "#web/api/page-api.ts";
import { onlyForAnotherPath } from "#web/api/revalidation.ts";
import { DemoRibbon } from "#web/features/shell/demo-ribbon.tsx";
import { NavigationFeedback } from "#web/features/shell/navigation-feedback.tsx";
import { PageFault, statusOf } from "#web/features/shell/page-fault.tsx";
import type { RootData } from "#web/features/shell/root-data.ts";
import { colorSchemeOf } from "#web/ui/color-scheme.ts";
import type { Route } from "./+types/root";
import "#web/ui/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";

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

export const shouldRevalidate = onlyForAnotherPath;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.shop.name ?? "Thumbsmith" }];
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData("root") as RootData | undefined;
  // The first value alone: afterwards the toggle writes the attribute, and a later render must not undo it.
  const [colorScheme] = useState(data?.colorScheme ?? "auto");
  const inShell = useInShell();
  return (
    <html lang="en" data-mantine-color-scheme={colorScheme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
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
