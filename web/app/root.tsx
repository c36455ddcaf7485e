import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { getViewer } from "#contract/accounts.ts";
import { pageApi } from "#web/api/page-api.ts";
import type { Route } from "./+types/root";
import "#web/ui/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { data } = await pageApi(context)(getViewer, {});
  return { ...data.data, colorScheme: colorSchemeOf(request.headers.get("cookie")) };
}

export type RootData = Awaited<ReturnType<typeof loader>>;

function colorSchemeOf(cookies: string | null): "light" | "dark" | "auto" {
  const found = /(?:^|;\s*)color-scheme=(light|dark)\b/.exec(cookies ?? "");
  return (found?.[1] as "light" | "dark" | undefined) ?? "auto";
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData("root") as RootData | undefined;
  return (
    <html lang="en" data-mantine-color-scheme={data?.colorScheme ?? "auto"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
