import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { drawField } from "../draw-field.ts";
import type { Calls } from "./calls.ts";
import type { Channel, Video } from "./channels.ts";
import { channelsOf, findVideo, type World } from "./world.ts";

/** Draws what a video shows before its owner sets something else; PNG or JPEG. */
export type DrawVideo = (video: Video, channel: Channel) => Promise<Buffer>;

const loadSharp = async () => (await import("sharp")).default;

/** A thumbnail as its niche has it, by one creator for a whole channel. */
export const drawThumbnailOf: DrawVideo = async ({ title, niche, style }, { handle }) => {
  // Loaded with the first picture, and the libraries that draw it.
  const { renderThumbnail } = await import("../gemini/renderer/render.ts");
  return renderThumbnail({ title, niche, style, variation: 0, creator: handle, asks: "a woman" });
};

/** For tests, where drawing is not what is tested. */
export const drawFieldOf: DrawVideo = ({ id }) => drawField(id);

/** What the service keeps of an upload: always made anew, so that nobody gets back the bytes that they sent. */
export async function storedPicture(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(bytes, { failOn: "error", limitInputPixels: 60_000_000 })
    .flatten({ background: "#000000" })
    .resize(1280, 720, { fit: "contain", background: "#000000" })
    .jpeg({ quality: 82 })
    .toBuffer();
}

const sizes = {
  default: { width: 120, height: 90 },
  mqdefault: { width: 320, height: 180 },
  hqdefault: { width: 480, height: 360 },
  sddefault: { width: 640, height: 480 },
  maxresdefault: { width: 1280, height: 720 },
} as const;

/** i.ytimg.com and the channels' pictures of yt3.ggpht.com. */
export function mountPictures(app: FastifyInstance, world: World, calls: Calls, draw: DrawVideo): void {
  const drawn = new Map<string, Promise<Buffer>>();

  /** One after another, and each once. */
  let last: Promise<unknown> = Promise.resolve();
  function pictureOf(video: Video, channel: Channel): Promise<Buffer> {
    const own = world.thumbnails.get(video.id);
    if (own) return Promise.resolve(own);
    let making = drawn.get(video.id);
    if (!making) {
      making = last.then(() => draw(video, channel)).then(storedPicture);
      last = making.catch(() => undefined);
      drawn.set(video.id, making);
    }
    return making;
  }

  app.get<{ Params: { id: string; file: string } }>("/vi/:id/:file", async (request, reply) => {
    const { id, file } = request.params;
    return calls.perform(
      "picture",
      request,
      reply,
      async (fault) => {
        const sharp = await loadSharp();
        const size = sizes[file.replace(/\.jpg$/, "") as keyof typeof sizes];
        const found = findVideo(world, id);
        const isLarge = size === sizes.maxresdefault;
        const isMissing =
          !size ||
          !found ||
          // Scheduled ones are private until then. An unlisted one is shown to whoever knows its id.
          found.video.privacy === "private" ||
          (isLarge && !found.video.hasMaxres && !world.thumbnails.has(id)) ||
          fault?.fault === "missing" ||
          (fault?.fault === "missing-maxres" && isLarge);
        reply.type("image/jpeg").header("cache-control", "public, max-age=7200");
        if (isMissing) {
          // Google's own sign for it, a grey picture.
          const grey = { create: { width: 120, height: 90, channels: 3 as const, background: "#cccccc" } };
          return reply.code(404).send(await sharp(grey).jpeg().toBuffer());
        }
        if (fault?.fault === "garbage") return reply.send(Buffer.from("<html>no picture</html>".repeat(40)));
        const whole = await pictureOf(found.video, found.channel);
        if (fault?.fault === "too-large") {
          // A comment behind the first marker: a sound JPEG all the same.
          const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), randomBytes(0xfffd)]);
          const comments = Array.from({ length: 90 }, () => comment);
          return reply.send(Buffer.concat([whole.subarray(0, 2), ...comments, whole.subarray(2)]));
        }
        if (isLarge) return whole;
        return sharp(whole)
          .resize(size.width, size.height, { fit: "contain", background: "#000000" })
          .jpeg({ quality: 80 })
          .toBuffer();
      },
      id,
    );
  });

  app.get<{ Params: { file: string } }>("/ytc/:file", async (request, reply) => {
    const channel = channelsOf(world).find(({ id }) => request.params.file.startsWith(`${id}=`));
    if (!channel) return reply.code(404).send();
    const sharp = await loadSharp();
    const letter = channel.title.slice(0, 1);
    // Drawn as a path, since a machine may have no fonts: an M of four strokes, else a disc.
    const sign =
      letter === "M"
        ? '<path d="M70 172V72l50 64 50-64v100" fill="none" stroke="#fff" stroke-width="22" stroke-linejoin="round" stroke-linecap="round"/>'
        : '<circle cx="120" cy="120" r="52" fill="#fff"/>';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" fill="${channel.colour}"/>${sign}</svg>`;
    return reply.type("image/jpeg").send(await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer());
  });
}
