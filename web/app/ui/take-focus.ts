/**
 * Focuses something and brings it into the window by the shortest way, clear of what sticks to an edge. Left to itself
 * the browser would centre it; with `preventScroll` alone it may stay out of sight, in a low window or at 200 % zoom
 * (WCAG 2.4.11). At once, since a glide leaves the focus out of sight on its way.
 */
export function takeFocus(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest", behavior: "instant" });
}
