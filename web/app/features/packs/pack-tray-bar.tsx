import { usePackTray } from "#web/features/shell/pack-tray.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";

/**
 * What was put aside for a pack, at the end of every screen with thumbnails. `aboveTools` is for one with a bar of its own at the
 * lower edge of a phone.
 */
export function PackTrayBar({ aboveTools = false }: { aboveTools?: boolean }) {
  const { tray } = usePackTray();
  return tray.entries.length === 0 ? null : <Bar aboveTools={aboveTools} />;
}

const loadBar = () => import("#web/features/packs/pack-bar.tsx");

/** Its scripts come with the first thumbnail that is put aside. */
function Bar({ aboveTools }: { aboveTools: boolean }) {
  const { part, failure } = usePart(loadBar);
  if (failure) return <ErrorState compact title="Your pack could not be shown." {...failure} />;
  return part && <part.PackBar aboveTools={aboveTools} />;
}
