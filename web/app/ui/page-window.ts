/**
 * The page numbers to show: the first, the last, a window of `size` around the present page, and "gap" where
 * numbers are left out. A gap that would hide one number shows that number. Pages count from 1.
 */
export function pageWindow(page: number, pages: number, size = 5): (number | "gap")[] {
  if (pages <= 0) return [];
  const start = Math.max(1, Math.min(page - Math.floor(size / 2), pages - size + 1));
  const end = Math.min(pages, start + size - 1);
  const inside = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  return [...leading(start), ...inside, ...trailing(end, pages)];
}

function leading(start: number): (number | "gap")[] {
  if (start === 1) return [];
  if (start === 2) return [1];
  return start === 3 ? [1, 2] : [1, "gap"];
}

function trailing(end: number, pages: number): (number | "gap")[] {
  const left = pages - end;
  if (left === 0) return [];
  if (left === 1) return [pages];
  return left === 2 ? [pages - 1, pages] : ["gap", pages];
}
