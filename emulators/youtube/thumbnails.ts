import { createHash } from "node:crypto";
import type { youtube_v3 } from "@googleapis/youtube";
import type { FastifyInstance } from "fastify";
import type { Realm } from "../identity/provider.ts";
import type { Calls } from "./calls.ts";
import { createGate, thumbnailsJson, writers } from "./data-api.ts";
import {
  invalidImage,
  mediaBodyRequired,
  notAllowed,
  otherOwner,
  required,
  signupRequired,
  uploadTooLarge,
  videoNotFound,
} from "./errors.ts";
import { storedPicture } from "./pictures.ts";
import { findVideo, type World } from "./world.ts";

const mostBytes = 2_097_152;
const bodyLimit = 12 * 1024 * 1024;

/** thumbnails.set, as a media or a multipart upload: https://developers.google.com/youtube/v3/docs/thumbnails/set */
export async function mountThumbnails(
  app: FastifyInstance,
  world: World,
  realm: Realm,
  calls: Calls,
): Promise<void> {
  const enter = createGate(world, realm);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));

  app.post<{ Querystring: { videoId?: string; uploadType?: string } }>(
    "/upload/youtube/v3/thumbnails/set",
    { bodyLimit },
    async (request, reply) => {
      const { videoId, uploadType } = request.query;
      return calls.perform(
        "thumbnails.set",
        request,
        reply,
        async (): Promise<youtube_v3.Schema$ThumbnailSetResponse> => {
          const own = enter(request, "youtube.api.v3.V3DataThumbnailService.Set", writers, 50);
          if (!videoId) throw required("videoId");
          const type = request.headers["content-type"] ?? "";
          const body = request.body as Buffer | undefined;
          const media = uploadType === "multipart" ? partOf(body, type) : body && { type, bytes: body };
          if (!media || media.bytes.length === 0) throw mediaBodyRequired();
          if (media.bytes.length > mostBytes) throw uploadTooLarge();
          if (!own) throw signupRequired();
          const found = findVideo(world, videoId);
          if (!found) throw videoNotFound();
          if (found.channel !== own) throw otherOwner();
          if (!own.isVerified) throw notAllowed();
          if (!/^(image\/(jpeg|png)|application\/octet-stream)\b/.test(media.type)) throw invalidImage();
          const isKnown = media.bytes[0] === 0xff || media.bytes.toString("latin1", 1, 4) === "PNG";
          const picture = isKnown ? await storedPicture(media.bytes).catch(() => null) : null;
          if (!picture) throw invalidImage();
          world.thumbnails.set(videoId, picture);
          world.sets.push({
            videoId,
            at: new Date(world.now()).toISOString(),
            mimeType: media.type,
            bytes: media.bytes.length,
            hash: createHash("sha256").update(media.bytes).digest("hex"),
          });
          await world.save();
          return {
            kind: "youtube#thumbnailSetResponse",
            etag: createHash("sha1").update(picture).digest("base64url"),
            items: [thumbnailsJson({ id: videoId, hasMaxres: true })],
          };
        },
        videoId,
      );
    },
  );
}

/** The second part of a multipart/related body, which is the picture. */
function partOf(body: Buffer | undefined, type: string): { type: string; bytes: Buffer } | null {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (!body || !boundary) return null;
  const text = body.toString("latin1");
  const part = text.split(`--${boundary}`)[2];
  const [head, ...rest] = part?.split("\r\n\r\n") ?? [];
  if (head === undefined || rest.length === 0) return null;
  const bytes = Buffer.from(rest.join("\r\n\r\n").replace(/\r\n$/, ""), "latin1");
  return { type: /^content-type:\s*(.+)$/im.exec(head)?.[1]?.trim() ?? "", bytes };
}
