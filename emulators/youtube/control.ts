import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { withdraw } from "../identity/google-oauth.ts";
import type { Realm } from "../identity/provider.ts";
import type { Calls } from "./calls.ts";
import { type Faults, faultKinds, operations } from "./faults.ts";
import { storedPicture } from "./pictures.ts";
import { findVideo, type World } from "./world.ts";

const newFault = z.strictObject({
  on: z.enum(operations),
  fault: z.enum(faultKinds),
  times: z.int().positive().nullable().default(1),
  delayMs: z.number().min(0).default(0),
  afterEffect: z.boolean().default(false),
  videoId: z.string().optional(),
});

const channelChange = z.strictObject({
  channel: z.enum(["main", "second", "other"]),
  isVerified: z.boolean().optional(),
  isDeleted: z.boolean().optional(),
  /** Of a channel without uploads. */
  videos: z.tuple([]).optional(),
});

const videoChange = z.strictObject({
  videoId: z.string(),
  privacy: z.enum(["public", "unlisted", "private"]),
});

/** The hand that tests hold the emulator by. Never for the public. */
export function mountControl(
  app: FastifyInstance,
  world: World,
  { faults, calls, realm }: { faults: Faults; calls: Calls; realm: Realm | undefined },
): void {
  const done = (reply: FastifyReply) => reply.code(204).send();

  app.post("/control/faults", async (request, reply) => {
    const { times, ...fault } = newFault.parse(request.body);
    faults.add({ ...fault, left: times });
    return reply.code(201).send({ faults: faults.list() });
  });
  app.get("/control/faults", async () => ({ faults: faults.list() }));
  app.delete("/control/faults", async (_request, reply) => {
    faults.clear();
    return done(reply);
  });
  app.get("/control/requests", async () => ({ requests: calls.recorded }));
  app.delete("/control/requests", async (_request, reply) => {
    calls.recorded.length = 0;
    return done(reply);
  });
  app.get("/control/sets", async () => ({ sets: world.sets }));
  /** By channel, without the tokens. */
  app.get("/control/grants", async () => ({
    grants: [...world.offline.values()].map(({ person, choice, scopes }) => ({
      login: person.login,
      channel: choice,
      scopes,
    })),
  }));
  /** As if every owner had taken the shop's access away in their Google account. */
  app.post("/control/withdraw", async (_request, reply) => {
    if (realm) withdraw(realm, world, () => true);
    return done(reply);
  });
  /** As if the shop had another OAuth client, in place of or beside the one of before. */
  app.post("/control/client", async (request, reply) => {
    const client = z.strictObject({ clientId: z.string(), clientSecret: z.string() }).parse(request.body);
    if (realm) Object.assign(realm.client, client);
    return done(reply);
  });
  app.post("/control/channel", async (request, reply) => {
    const { channel, ...changes } = channelChange.parse(request.body);
    Object.assign(world.channels[channel], changes);
    return done(reply);
  });
  /** As if the owner had made a video private, or public. */
  app.post("/control/video", async (request, reply) => {
    const { videoId, privacy } = videoChange.parse(request.body);
    const found = findVideo(world, videoId);
    if (!found) return reply.code(404).send();
    found.video.privacy = privacy;
    return done(reply);
  });
  app.post("/control/quota", async (request, reply) => {
    const quota = z.strictObject({ limit: z.int().optional(), used: z.int().optional() }).parse(request.body);
    Object.assign(world.quota, quota);
    return done(reply);
  });
  /** As if the owner had set a picture, sent as base64, in YouTube Studio. */
  app.post("/control/thumbnail", async (request, reply) => {
    const { videoId, picture } = z
      .strictObject({ videoId: z.string(), picture: z.string() })
      .parse(request.body);
    world.thumbnails.set(videoId, await storedPicture(Buffer.from(picture, "base64")));
    return done(reply);
  });
}
