import type { AnswerOf } from "#contract/call.ts";
import type { getYoutubeVideos } from "#contract/youtube.ts";

export type ChannelPage = AnswerOf<typeof getYoutubeVideos>["data"];

const keptMs = 10 * 60_000;
const mostPages = 500;

interface Kept {
  userId: string;
  until: number;
  page: Promise<ChannelPage>;
}

/** Pages of channels' videos, in this process for ten minutes: units are dear. The oldest go first. */
const pages = new Map<string, Kept>();

/** What is kept, or what `read` answers; several who ask at once cause one reading, and a failed one is not kept. */
export function keepPage(
  userId: string,
  key: readonly unknown[],
  read: () => Promise<ChannelPage>,
): Promise<ChannelPage> {
  const name = JSON.stringify([userId, ...key]);
  const kept = pages.get(name);
  const now = performance.now();
  if (kept && kept.until > now) return kept.page;
  const page = read();
  pages.delete(name);
  pages.set(name, { userId, until: now + keptMs, page });
  page.catch(() => {
    if (pages.get(name)?.page === page) pages.delete(name);
  });
  for (const [each] of pages) {
    if (pages.size <= mostPages) break;
    pages.delete(each);
  }
  return page;
}

/** Of a channel that is not connected any more, or newly so. */
export function forgetPagesOf(userId: string): void {
  for (const [name, kept] of pages) if (kept.userId === userId) pages.delete(name);
}
