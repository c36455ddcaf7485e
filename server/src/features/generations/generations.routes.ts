import type { FastifyReply } from "fastify";
import {
  changeGeneration as changeCall,
  createGeneration,
  deleteGeneration,
  enhancePrompt,
  followGeneration,
  getGeneration,
  getGenerationImage,
  getGenerationPreview,
  listGenerations,
  restoreGeneration as restoreCall,
  retakeImage,
} from "#contract/generations.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini } from "#server/providers/gemini/gemini.ts";
import type { GenerationTools } from "./accept-generation.ts";
import { improvePrompt } from "./enhance-prompt.ts";
import {
  changeGeneration,
  type ImageFile,
  readGeneration,
  readGenerations,
  readImage,
  readImagePreview,
  removeGeneration,
  restoreGeneration,
} from "./generations.service.ts";
import { startGeneration } from "./start-generation.ts";
import { startRetake } from "./start-retake.ts";
import { streamGeneration } from "./stream-generation.ts";

export function generationsRoutes(
  routes: Routes,
  platform: Platform,
  { gemini, pool, runner }: GenerationTools & { gemini: Gemini },
): void {
  mount(routes, createGeneration).data(({ viewer, body }) =>
    startGeneration(platform, { pool, runner }, viewer.id, body),
  );

  mount(routes, retakeImage).data(({ viewer, params, body }) =>
    startRetake(platform, { pool, runner }, { userId: viewer.id, ...params, ...body }),
  );

  mount(routes, listGenerations).data(async ({ viewer, query, total }) => {
    const found = await readGenerations(platform, viewer.id, query);
    total(found.total);
    return found.generations;
  });

  mount(routes, getGeneration).data(({ viewer, params }) => readGeneration(platform, viewer.id, params.id));

  mount(routes, followGeneration).handle(async (incoming) => {
    await streamGeneration(platform, routes.streams, incoming, incoming.params.id);
    return undefined;
  });

  mount(routes, deleteGeneration).handle(async ({ viewer, params }) => {
    await removeGeneration(platform, viewer.id, params.id);
    return { success: true };
  });

  mount(routes, restoreCall).data(({ viewer, params }) => restoreGeneration(platform, viewer.id, params.id));

  mount(routes, changeCall).data(({ viewer, params, body }) =>
    changeGeneration(platform, viewer.id, params.id, body),
  );

  mount(routes, getGenerationImage).handle(async ({ viewer, params, query, reply }) => {
    const image = await readImage(platform, viewer.id, params.id, params.position);
    if (query.download) {
      const name = `youtube-thumbnail-${params.position}-${image.createdAt.getTime()}.png`;
      reply.header("content-disposition", `attachment; filename="${name}"`);
    }
    return sendImage(reply, image);
  });

  mount(routes, getGenerationPreview).handle(async ({ viewer, params, query, reply }) =>
    sendImage(reply, await readImagePreview(platform, viewer.id, params, query.width ?? 640)),
  );

  mount(routes, enhancePrompt).data(async ({ viewer, body }) => ({
    prompt: await improvePrompt(platform, { gemini, pool }, viewer.id, body),
  }));
}

/** The address names one image for good, and only its owner's browser may keep it. */
function sendImage(reply: FastifyReply, { bytes, mimeType }: ImageFile): undefined {
  reply
    .type(mimeType)
    .header("cache-control", "private, max-age=31536000, immutable")
    .header("x-content-type-options", "nosniff")
    .send(bytes);
}
