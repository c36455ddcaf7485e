import type { KeyboardEvent } from "react";

const keys = { row: ["ArrowLeft", "ArrowRight"], column: ["ArrowUp", "ArrowDown"] } as const;

/**
 * Where an arrow key, Home or End leads from the one of these that has the focus; beyond an end it goes on at the other.
 * The key is taken then. Undefined for every other key.
 */
export function stepByKey(
  event: KeyboardEvent,
  all: readonly HTMLElement[],
  direction: keyof typeof keys,
): HTMLElement | undefined {
  const [back, on] = keys[direction];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const places: Record<string, number> = { [back]: at - 1, [on]: at + 1, Home: 0, End: -1 };
  const to = places[event.key];
  if (to === undefined) return undefined;
  event.preventDefault();
  return all.at(to % all.length);
}
