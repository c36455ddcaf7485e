/** What is to be set on a video: a picture by its run and position, or a design. */
export type ToSet = { run: string; position: number } | { design: string };

/** The screen that sets a thumbnail; it knows of what by its address, so that the way over Google comes back to it. */
export function setAddress(what: ToSet): string {
  const query = new URLSearchParams(
    "design" in what
      ? [["design", what.design]]
      : [
          ["run", what.run],
          ["picture", String(what.position)],
        ],
  );
  return `/user/youtube?${query}`;
}

export function toSetOf(search: string): ToSet | null {
  const params = new URLSearchParams(search);
  const [run, design, position] = [params.get("run"), params.get("design"), Number(params.get("picture"))];
  if (design) return { design };
  return run && (position === 1 || position === 2) ? { run, position } : null;
}
