import { createContext, useContext } from "react";

export type MenuPosition = "bottom" | "bottom-end" | "top-start";

type MenuState = {
  id: string;
  opened: boolean;
  position: MenuPosition;
  width: number | undefined;
  /** `giveBack` returns the focus to what opened it. */
  set: (opened: boolean, giveBack?: boolean) => void;
};

export const MenuContext = createContext<MenuState | null>(null);

export function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error("A part of a menu stands outside of one.");
  return menu;
}

/** The name by which CSS finds what a menu belongs to. */
export const anchorOf = (id: string) => `--menu-${id.replaceAll(/[^\w-]/g, "")}`;
