import { iconClassOf } from "#contract/icons.ts";

/** A drawing of the bundled set, by its class; a class outside the set shows the set's plain icon. */
export function BundledIcon({ icon, size = 22 }: { icon: string; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`/media/icons.svg#${iconClassOf(icon)}`} />
    </svg>
  );
}
