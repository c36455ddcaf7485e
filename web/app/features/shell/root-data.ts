import { useRouteLoaderData } from "react-router";
import type { z } from "zod";
import type { getViewer } from "#contract/accounts.ts";
import type { ColorScheme } from "#web/ui/color-scheme.ts";

/** What every page's root loader gives: `useRouteLoaderData("root")`. */
export type RootData = z.output<typeof getViewer.answer>["data"] & {
  colorScheme: ColorScheme;
  /** The shop's public address. */
  origin: string;
};

export function useRootData(): RootData {
  const root = useRouteLoaderData("root") as RootData | undefined;
  if (!root) throw new Error("The page's root data is missing.");
  return root;
}
