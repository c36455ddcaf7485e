import { createHash } from "node:crypto";
import type { ThumbnailNiche, ThumbnailStyle } from "../gemini/renderer/brief.ts";

export type Privacy = "public" | "unlisted" | "private";

export interface Video {
  id: string;
  title: string;
  /** How many days before now it was published. */
  daysAgo: number;
  seconds: number;
  privacy: Privacy;
  embeddable: boolean;
  /** What its thumbnail is drawn from. */
  niche: ThumbnailNiche;
  style: ThumbnailStyle;
  /** Small sources have no picture of 1280×720. */
  hasMaxres: boolean;
}

export interface Channel {
  /** UC and 22 characters; its uploads are the playlist of the same name with UU. */
  id: string;
  title: string;
  handle: string;
  colour: string;
  /** By phone: without it no thumbnails can be set. */
  isVerified: boolean;
  isDeleted: boolean;
  /** Newest first. */
  videos: Video[];
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
const channelId = (handle: string) => `UC${digest(`channel ${handle}`).slice(0, 22)}`;
const videoId = (handle: string, title: string) => digest(`${handle} ${title}`).slice(0, 11);

export const uploadsOf = ({ id }: Pick<Channel, "id">): string => `UU${id.slice(2)}`;

type Row = [
  title: string,
  daysAgo: number,
  length: string,
  niche: ThumbnailNiche,
  style: ThumbnailStyle,
  more?: Partial<Video>,
];

function secondsOf(length: string): number {
  return length.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}

function channel(handle: string, title: string, colour: string, rows: readonly Row[]): Channel {
  const videos = rows.map(
    ([name, daysAgo, length, niche, style, more]): Video => ({
      id: videoId(handle, name),
      title: name,
      daysAgo,
      seconds: secondsOf(length),
      privacy: "public",
      embeddable: true,
      niche,
      style,
      hasMaxres: true,
      ...more,
    }),
  );
  const id = channelId(handle);
  return { id, title, handle, colour, isVerified: true, isDeleted: false, videos };
}

const mara: readonly Row[] = [
  ["Iceland in a Tiny Van: Part 3", -4, "21:08", "travel", "bold", { privacy: "private" }],
  ["I Ate Only Bakery Food for 24 Hours", 2, "14:37", "food", "bold"],
  ["Cabin Breakfast, One Pan", 6, "8:52", "cooking", "bold"],
  ["Lofoten in Winter: Was It Worth It?", 11, "18:24", "travel", "bold"],
  ["The Camera I Wish I Bought First", 16, "12:03", "photography", "bold"],
  ["Night Train to the Arctic", 23, "24:46", "travel", "bold"],
  ["7 Noodle Shops, 1 Evening", 30, "16:19", "food", "colorful"],
  ["Packing for 30 Days in One Bag", 37, "10:41", "travel", "bold"],
  ["My Van Kitchen Tour", 44, "9:15", "diy", "bold"],
  ["Q&A: Money, Jobs, Moving North", 51, "31:02", "vlog", "professional"],
  ["Sleeping in a Glass Cabin", 58, "0:48", "travel", "bold"],
  ["Cheap vs. Expensive Pizza in Naples", 66, "15:55", "food", "bold"],
  ["Rough Cut for Ida", 70, "13:30", "vlog", "minimal", { privacy: "unlisted" }],
  ["I Built a Bed for 90 Euros", 79, "13:12", "diy", "bold"],
  ["Rain for 9 Days Straight", 86, "17:31", "vlog", "bold"],
  ["How I Edit in 2 Hours", 95, "11:26", "tech", "bold", { embeddable: false }],
  ["Wild Camping Rules, Simply Explained", 104, "7:58", "nature", "minimal"],
  ["Street Food in Bergen", 116, "19:40", "food", "colorful"],
  ["48 Hours in Oslo for 50 Euros", 128, "22:17", "travel", "bold"],
  ["My First Solo Hike", 143, "14:05", "nature", "bold"],
  ["Sourdough on the Road", 160, "9:49", "cooking", "colorful"],
  ["Live from the Ferry", 181, "1:12:05", "vlog", "playful", { hasMaxres: false }],
  ["Why I Left My Job", 214, "6:33", "vlog", "professional"],
  ["Channel Trailer", 260, "1:02", "vlog", "bold", { hasMaxres: false }],
];

const shorts: readonly Row[] = [
  ["Van Door Fix in 40 Seconds", 3, "0:40", "diy", "playful"],
  ["One-Pan Pasta", 9, "0:57", "cooking", "colorful"],
  ["Fog over Bergen", 15, "0:33", "nature", "minimal"],
];

const others: readonly Row[] = [
  ["Black Holes in Six Minutes", 5, "6:04", "science", "colorful"],
  ["Chords You Can Learn Tonight", 20, "11:48", "music", "playful"],
  ["The Quiet Side of Bergen", 41, "9:27", "travel", "minimal"],
];

/** Fresh ones, to be changed by what is called. The first two are of one account, the last one is somebody else's. */
export function demoChannels(): { main: Channel; second: Channel; other: Channel } {
  return {
    main: channel("maragoesnorth", "Mara Goes North", "#e4572e", mara),
    second: { ...channel("maragoesshort", "Mara Goes Short", "#2e86ab", shorts), isVerified: false },
    other: channel("sixminutephysics", "Six Minute Physics", "#5b4b8a", others),
  };
}
