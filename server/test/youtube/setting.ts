import { sql } from "drizzle-orm";
import sharp from "sharp";
import type { Privacy } from "#emulators/youtube/channels.ts";
import { newId } from "#server/db/ids.ts";
import { documentWith, plainArt } from "../designs/documents.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import { type Asked, connect } from "./connecting.ts";
import { openYoutubeShop, type Youtube } from "./youtube-shop.ts";

/** A design of one colour, drawn for the first time. */
export async function designOf(shop: Asked, as: Person, colour = "#00ff00"): Promise<string> {
  const body = { name: "Mine", document: documentWith([], plainArt(colour)) };
  const made = await shop.send({ method: "POST", url: "/api/designs", body, as });
  return made.body.data.id;
}

/** A shop with a member whose channel is connected and who has a green design. */
export async function openSettingShop(options: Parameters<typeof openYoutubeShop>[0] = {}) {
  const { shop, youtube } = await openYoutubeShop(options);
  shop.platform.config.youtube.uploadTimeoutMs = 1_000;
  const member = await shop.signUp();
  await connect(shop, member);
  const designId = await designOf(shop, member);
  const set = (videoId: string, more: object = {}, as = member) =>
    shop.send({
      method: "PUT",
      url: `/api/youtube/videos/${videoId}/thumbnail`,
      body: { designId, idempotencyKey: newId(), ...more },
      as,
    });
  const restore = (videoId: string, setId?: string, as = member) =>
    shop.send({
      method: "POST",
      url: `/api/youtube/videos/${videoId}/thumbnail/restore`,
      body: setId === undefined ? {} : { setId },
      as,
    });
  /** As the screens ask for it: over the thumbnail alone that was set or stood before. */
  const putBack = (videoId: string, setId: string, more: object = { ifStands: true }) =>
    shop.send({
      method: "POST",
      url: `/api/youtube/videos/${videoId}/thumbnail/restore`,
      body: { setId, ...more },
      as: member,
    });
  /** Another thumbnail, as its owner sets one in YouTube Studio. Answers its colour. */
  async function setElsewhere(videoId: string): Promise<string> {
    const red = sharp({ create: { width: 1280, height: 720, channels: 3, background: "#ff0000" } });
    const picture = (await red.jpeg().toBuffer()).toString("base64");
    await youtube.control("POST", "thumbnail", { videoId, picture });
    return shownColour(youtube, videoId);
  }
  const setPrivacy = (videoId: string, privacy: Privacy) =>
    youtube.control("POST", "video", { videoId, privacy });
  const history = async (videoId?: string) =>
    (await shop.send({ url: `/api/youtube/history${videoId ? `?videoId=${videoId}` : ""}`, as: member })).body
      .data;
  return { shop, youtube, member, designId, set, restore, putBack, setElsewhere, setPrivacy, history };
}

export const sets = async (youtube: Youtube): Promise<{ videoId: string; mimeType: string }[]> =>
  (await youtube.control("GET", "sets")).sets;

/** The colour in the middle of what YouTube shows of a video. */
export async function shownColour({ url }: Youtube, videoId: string): Promise<string> {
  const answer = await fetch(`${url}/vi/${videoId}/maxresdefault.jpg`);
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 4) * info.width + Math.floor(info.width / 4)) * info.channels;
  // YouTube makes each picture anew, so that a colour comes back nearly as it was.
  return [...data.subarray(at, at + 3)].map((part) => Math.round(part / 32)).join(" ");
}

export const green = "0 8 0";

/** As if so many minutes had passed since a thumbnail was sent, and whoever worked on it had ended. */
export async function waitMinutes({ platform }: TestShop, minutes: number): Promise<void> {
  await platform.db.execute(sql`update youtube_thumbnail_sets set
    sent_at = sent_at - make_interval(mins => ${minutes}), lease_until = now() - interval '1 second'`);
}

export const states = async ({ platform }: TestShop): Promise<unknown[]> =>
  (await platform.db.execute(sql`select state from youtube_thumbnail_sets order by created_at, id`)).rows.map(
    ({ state }) => state,
  );
