/** Whether it is drawn, so that it can have the focus: `checkVisibility`, which not every browser has that the shop works in. */
export const isSeen = (element: Element): boolean =>
  element.getClientRects().length > 0 &&
  getComputedStyle(element).visibility === "visible" &&
  // What stands in a closed one has its place all the same.
  !element.closest("details:not([open]) > :not(summary)");
