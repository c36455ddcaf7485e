import { z } from "zod";
import type { YoutubeConfig } from "#server/config.ts";
import { parseJson, readCapped } from "#server/platform/read-body.ts";

/** What YouTube tells everybody, without a key. Whatever goes wrong comes back as a kind, never as a throw. */
export type PublicAnswer<Found> =
  | ({ kind: "found" } & Found)
  /** Private, or not to be embedded: YouTube tells nobody but its owner. */
  | { kind: "hidden" }
  | { kind: "unknown" }
  /** No answer in time. */
  | { kind: "away" }
  /** An answer of another form than documented. */
  | { kind: "failed"; reason: string };

/** Of one answer, in bytes. */
export const mostAnswerBytes = 5 * 1024 * 1024;

type Needs = Pick<YoutubeConfig, "oembedUrl" | "imageUrl" | "publicTimeoutMs">;

const oembed = z.object({ title: z.string(), author_name: z.string() });

/** https://oembed.com, as YouTube answers it. */
export async function readOembed(
  { oembedUrl, publicTimeoutMs }: Needs,
  videoId: string,
): Promise<PublicAnswer<{ title: string; channel: string }>> {
  const query = new URLSearchParams({
    url: `https://www.youtube.com/watch?v=${videoId}`,
    format: "json",
  });
  const answer = await get(`${oembedUrl}/oembed?${query}`, publicTimeoutMs);
  if (answer.kind !== "found") return answer;
  const read = oembed.safeParse(parseJson(answer.bytes));
  if (!read.success) return { kind: "failed", reason: "no oEmbed" };
  return { kind: "found", title: read.data.title, channel: read.data.author_name };
}

export const thumbnailSizes = ["maxresdefault", "hqdefault"] as const;
type ThumbnailSize = (typeof thumbnailSizes)[number];

/** A picture's bytes as the picture host keeps them, past its caches. */
export async function readThumbnail(
  { imageUrl, publicTimeoutMs }: Needs,
  videoId: string,
  size: ThumbnailSize,
): Promise<PublicAnswer<{ bytes: Buffer }>> {
  return get(`${imageUrl}/vi/${videoId}/${size}.jpg?t=${Date.now().toString(36)}`, publicTimeoutMs);
}

/** A channel's picture lies under the address that the Data API named. */
const avatarHosts = /^https:\/\/(yt3\.ggpht\.com|yt3\.googleusercontent\.com)\/[\w\-/=]+$/;

export async function readAvatar(
  { imageUrl, publicTimeoutMs }: Needs,
  address: string,
): Promise<PublicAnswer<{ bytes: Buffer }>> {
  if (!avatarHosts.test(address)) return { kind: "failed", reason: "another host" };
  const isGoogles = imageUrl === "https://i.ytimg.com";
  return get(isGoogles ? address : `${imageUrl}${new URL(address).pathname}`, publicTimeoutMs);
}

/** One GET with a time-out that covers the body as well, a cap on the body, and no redirects. */
async function get(url: string, timeoutMs: number): Promise<PublicAnswer<{ bytes: Buffer }>> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    const { status } = response;
    if (status !== 200) {
      await response.body?.cancel().catch(() => undefined);
      if (status === 401 || status === 403) return { kind: "hidden" };
      if (status === 400 || status === 404) return { kind: "unknown" };
      return status >= 500 || status === 429
        ? { kind: "away" }
        : { kind: "failed", reason: `status ${status}` };
    }
    const bytes = await readCapped(response, mostAnswerBytes);
    return bytes ? { kind: "found", bytes } : { kind: "failed", reason: `over ${mostAnswerBytes} bytes` };
  } catch {
    return { kind: "away" };
  }
}
