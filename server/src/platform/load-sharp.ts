import type Sharp from "sharp";

let loading: Promise<typeof Sharp> | undefined;

/**
 * The library for pictures, with the first of them: a start that meets none does without its 23 MB. Pictures share libuv's
 * threads with passwords and files: each takes one thread, and the callers limit how many are worked on at once. What was
 * worked on is not kept.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
