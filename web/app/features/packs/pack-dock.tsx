import { useLate } from "#web/ui/use-late.ts";

const load = () => import("#web/features/packs/pack-tray-bar.tsx");

/** The same for screens that need nothing else of it at first. */
export function PackDock({ aboveTools = false }: { aboveTools?: boolean }) {
  const late = useLate(load);
  return late && <late.PackTrayBar aboveTools={aboveTools} />;
}
