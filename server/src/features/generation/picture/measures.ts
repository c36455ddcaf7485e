/** What YouTube takes best: 16:9, at least 1280 wide, under 2 MB. */
export const thumbnailWidth = 1280;
export const thumbnailHeight = 720;
/** A file has fewer bytes than this. */
export const thumbnailMaxBytes = 2_000_000;
export const thumbnailMimeType = "image/png";
