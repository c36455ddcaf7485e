import { videoIdOfLink, whyNoVideo } from "#contract/youtube-links.ts";
import { videoThumbnailUrl, type YoutubeVideo } from "#contract/youtube-video.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readOembed } from "#server/providers/youtube/public-video.ts";
import { videoNotFound, youtubeFailed, youtubeIsAway } from "./refusals.ts";

/** YouTube is asked by the id alone, whatever else the link holds. */
export async function readPublicVideo({ config }: Platform, link: string): Promise<YoutubeVideo> {
  const id = videoIdOfLink(link);
  if (!id) throw invalid({ link: whyNoVideo(link) });
  const answer = await readOembed(config.youtube, id);
  switch (answer.kind) {
    case "found": {
      const { title, channel } = answer;
      return { id, title: oneLine(title), channel: oneLine(channel), thumbnailUrl: videoThumbnailUrl(id) };
    }
    case "hidden":
      throw failure(
        "NOT_FOUND",
        "This video is private, or its owner doesn't let other sites show it, so YouTube doesn't tell its title. Please type the title.",
      );
    case "unknown":
      throw videoNotFound();
    case "away":
      throw youtubeIsAway();
    case "failed":
      throw youtubeFailed(answer.reason);
  }
}

/** Titles have 100 characters at most; whatever else comes is cut, and is one that the database can keep. */
export function oneLine(text: string): string {
  const plain = text.toWellFormed().replaceAll("\0", "").replace(/\s+/g, " ").trim();
  return [...plain].slice(0, 200).join("");
}
