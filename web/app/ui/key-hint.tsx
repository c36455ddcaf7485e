import type { ReactNode } from "react";
import css from "#web/ui/key-hint.module.css";

/** Tells of a key; hidden where the pointer is a finger, which seldom has a keyboard beside it. */
export function KeyHint({ children }: { children: ReactNode }) {
  return <span className={css.hint}>{children} </span>;
}
