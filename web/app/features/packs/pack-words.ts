import type { Difference } from "#contract/packs.ts";
import type { TrayEntry } from "#web/features/shell/pack-tray.ts";
import { isolated } from "#web/ui/isolated.ts";

/** What was put aside, with what the shop says of it by now. */
export interface ShownEntry extends TrayEntry {
  isGone?: boolean;
  previewUrl?: string | undefined;
  /** Undefined until it is known. */
  differsIn?: Difference[] | undefined;
}

const isSeveral = ({ differsIn }: ShownEntry) => differsIn?.[0] === "several things";

/** In what one differs from the first. */
export function differenceText(entry: ShownEntry): string {
  const { differsIn } = entry;
  if (differsIn === undefined) return "Comparing…";
  if (differsIn.length === 0) return "Shows the same as the first.";
  if (isSeveral(entry)) return "Several things differ.";
  const [only] = differsIn;
  const isMany = only !== undefined && /[^s]s$/.test(only);
  return `Only the ${only} ${isMany ? "differ" : "differs"}.`;
}

/** What makes a test of these teach nothing; null where nothing is known that does. */
export function warningOf(entries: readonly ShownEntry[]): string | null {
  const [gone] = entries.filter(({ isGone }) => isGone);
  if (gone) return goneText(entries);
  const others = entries.filter(({ isGone }) => !isGone).slice(1);
  if (others.some(isSeveral))
    return "More than one thing differs. Whatever wins, you would not know what made the difference.";
  if (others.some(({ differsIn }) => differsIn?.length === 0))
    return "Two of these show the same. There is nothing to compare.";
  return null;
}

export function goneText(entries: readonly ShownEntry[]): string | null {
  const names = entries.filter(({ isGone }) => isGone).map(({ name }) => `“${isolated(name)}”`);
  if (names.length === 0) return null;
  const [are, them] = names.length === 1 ? ["was", "it"] : ["were", "them"];
  return `${names.join(" and ")} ${are} deleted. Take ${them} out of the pack.`;
}
