import type { BodyOf } from "#contract/call.ts";
import type { restoreYoutubeThumbnail, ThumbnailSet } from "#contract/youtube.ts";
import { isVideoId } from "#contract/youtube-links.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { recordOf } from "./look-up-set.ts";
import { perform, type Wanted } from "./set-thumbnail.ts";
import { showsOneOf } from "./thumbnail-print.ts";
import { findSet } from "./thumbnail-sets.repository.ts";
import { readFormerPicture } from "./thumbnail-source.ts";

/**
 * Puts back what stood before a setting. Putting back is a setting as well: once, what stands is kept first, and it can be
 * taken back by its own id. With `ifStands` it is left where something else was set elsewhere meanwhile. On a private video
 * nobody sees what stands: it is put back all the same, and can't be taken back.
 */
export async function restoreThumbnail(
  platform: Platform,
  userId: string,
  videoId: string,
  { setId, ifStands }: BodyOf<typeof restoreYoutubeThumbnail>,
): Promise<ThumbnailSet> {
  const find = () =>
    isVideoId(videoId) && (setId === undefined || isId(setId))
      ? findSet(platform.db, { userId, videoId, id: setId })
      : null;
  const found = await find();
  if (!found) throw failure("NOT_FOUND", "No thumbnail was set on this video from here.");
  if (found.restoredAt) return recordOf(found);
  const { id, formerFileKey, formerPrint, sentPrint, isRestorable } = found;
  if (!isRestorable || formerFileKey === null)
    throw failure(
      "NOT_FOUND",
      "The thumbnail before it is not kept: this was set more than 30 days ago, or on a private video, whose picture YouTube shows to nobody.",
    );
  const wanted: Wanted = {
    ...{ userId, videoId, idempotencyKey: `restore ${id}`, imageId: null, designId: null },
    restoresId: id,
  };
  await perform(platform, wanted, {
    read: () => readFormerPicture(platform, formerFileKey),
    withoutFormer: true,
    requirePresent(present) {
      // YouTube may show the former one for some minutes after a setting.
      const known = [sentPrint, formerPrint].filter((print) => print !== null);
      if (ifStands && !showsOneOf(present, known)) throw isAnotherByNow();
    },
  });
  return recordOf((await find()) ?? found);
}

const isAnotherByNow = () =>
  failure(
    "STALE_VERSION",
    "Another thumbnail stands on this video by now than the one that was set from here. Put back over it, it is kept for 30 days.",
  );
