const hosts = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
  "youtu.be",
]);
const id = /^[\w-]{11}$/;

/** The 11 characters that name a video, from a watch, embed or youtu.be address; null from any other text. */
export function youtubeId(address: string): string | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const host = url.hostname.toLowerCase();
  if (!hosts.has(host) || url.username !== "" || url.port !== "") return null;
  const found =
    host === "youtu.be"
      ? /^\/([^/]+)\/?$/.exec(url.pathname)?.[1]
      : (/^\/embed\/([^/]+)\/?$/.exec(url.pathname)?.[1] ??
        (/^\/watch\/?$/.test(url.pathname) ? url.searchParams.get("v") : null));
  return found && id.test(found) ? found : null;
}

export function isYoutubeUrl(address: string): boolean {
  return youtubeId(address) !== null;
}
