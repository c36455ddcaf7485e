import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * A button for an action of which one runs at a time. While one does it answers nothing, but can still have the
 * focus: disabled, it would lose the place of whoever works with the keyboard.
 */
export function ActionButton(
  props: ButtonProps & { busy: boolean; onClick: () => void; children: ReactNode },
) {
  const { busy, onClick, ...button } = props;
  return (
    <Button
      {...button}
      aria-disabled={busy || undefined}
      data-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onClick();
      }}
    />
  );
}
