import type { RootData } from "#web/features/shell/root-data.ts";

type Match = { id: string; loaderData?: unknown } | undefined;

/** A route's `meta` that names the screen and the shop: "Dashboard · Thumbsmith". */
export function pageTitle(title: string) {
  return ({ matches }: { matches: readonly Match[] }) => {
    const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
    return [{ title: root ? `${title} · ${root.shop.name}` : title }];
  };
}
