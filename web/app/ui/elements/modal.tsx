import { Dialog, type DialogProps } from "#web/ui/elements/dialog.tsx";

/** A dialog in the middle of the window, in the upper part of it, or as large as it. */
export function Modal({
  place,
  ...props
}: DialogProps & {
  /** `top`: its upper edge stays where it is, however much it holds. */
  place?: "centre" | "top" | "full";
}) {
  return <Dialog {...props} kind={place === undefined || place === "centre" ? "modal" : place} />;
}

/** A dialog along an edge of the window. */
export function Drawer({ position = "left", ...props }: DialogProps & { position?: "left" | "right" }) {
  return <Dialog {...props} kind={position} />;
}
