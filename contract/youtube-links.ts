import { parsedUrl } from "./urls.ts";

const hosts = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
  "youtu.be",
]);
const id = /^[\w-]{11}$/;

/** Where YouTube shows a video itself. */
export const watchAddress = (videoId: string): string => `https://www.youtube.com/watch?v=${videoId}`;

export const isVideoId = (text: string): boolean => id.test(text);

/** The 11 characters that name a video, from a watch, embed or youtu.be address; null from any other text. */
export function youtubeId(address: string): string | null {
  const url = youtubeUrl(address);
  if (!url || !hosts.has(url.hostname)) return null;
  return idIn(url, /^\/embed\/([^/]+)\/?$/);
}

export function isYoutubeUrl(address: string): boolean {
  return youtubeId(address) !== null;
}

/** Longer ones are no link that anybody copied. */
export const linkMaxLength = 2000;

/**
 * The same from any link of a video that people copy: those of shorts, of live streams and of YouTube Studio as well, and
 * without the scheme. Whoever asks YouTube asks by this id, never by the link.
 */
export function videoIdOfLink(text: string): string | null {
  const url = linkUrl(text);
  if (url?.hostname === "studio.youtube.com")
    return knownId(/^\/video\/([^/]+)(?:\/.*)?$/.exec(url.pathname)?.[1]);
  if (!url || !hosts.has(url.hostname)) return null;
  return idIn(url, /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/);
}

/** Why a text is no link of a video, in a sentence. */
export function whyNoVideo(text: string): string {
  const url = linkUrl(text);
  const isYoutube = url && (hosts.has(url.hostname) || url.hostname === "studio.youtube.com");
  if (!isYoutube)
    return "This is no link of YouTube. Paste one such as https://youtu.be/ and the video's 11 characters.";
  if (url.searchParams.has("list"))
    return "This link leads to a playlist. Open one of its videos and paste the link of that.";
  return "This link of YouTube leads to no video. Open the video and paste the link of that.";
}

function linkUrl(text: string): URL | null {
  const link = text.trim();
  if (link.length > linkMaxLength || /\s/.test(link)) return null;
  return youtubeUrl(/^https?:\/\//i.test(link) ? link : `https://${link}`);
}

function youtubeUrl(address: string): URL | null {
  const url = /^https?:\/\//i.test(address) ? parsedUrl(address) : null;
  return url?.username === "" && url.password === "" && url.port === "" ? url : null;
}

function idIn(url: URL, path: RegExp): string | null {
  if (url.hostname === "youtu.be") return knownId(/^\/([^/]+)\/?$/.exec(url.pathname)?.[1]);
  const inQuery = /^\/watch\/?$/.test(url.pathname) ? url.searchParams.get("v") : undefined;
  return knownId(path.exec(url.pathname)?.[1] ?? inQuery);
}

const knownId = (found: string | null | undefined): string | null =>
  found && isVideoId(found) ? found : null;
