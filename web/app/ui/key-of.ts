import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/**
 * The key that was pressed; none while an input method composes a word with it, where Enter takes what it suggests and Escape
 * gives that up. Of the press that ends a word Safari tells this by the code alone.
 */
export function keyOf(event: KeyboardEvent | ReactKeyboardEvent): string {
  const { isComposing, keyCode, key } = "nativeEvent" in event ? event.nativeEvent : event;
  return isComposing || keyCode === 229 ? "" : key;
}
