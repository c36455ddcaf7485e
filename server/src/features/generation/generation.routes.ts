import {
  createGeneration,
  deleteGeneration,
  enhancePrompt,
  followGeneration,
  getGeneration,
  getGenerationImage,
  listGenerations,
} from "#contract/generations.ts";
import type { KeyTurns } from "#server/features/ai-keys/key-pool.ts";
import { acceptEventStreams } from "#server/platform/http/event-stream.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini } from "#server/providers/gemini/gemini.ts";
import { improvePrompt } from "./enhance-prompt.ts";
import { followRun } from "./follow-run.ts";
import {
  cleaningJob,
  deleteRun,
  listRuns,
  readImage,
  readRun,
  removeHiddenFiles,
} from "./generation.service.ts";
import { createRunner, takeOverJob } from "./runner.ts";
import { startRun } from "./start-run.ts";

/** How long a stopping process waits for runs that are nearly through. */
const stopWithinMs = 4_000;

export function generationRoutes(routes: Routes, platform: Platform, gemini: Gemini, turns: KeyTurns): void {
  const runner = createRunner(platform, { ...platform, gemini, turns });
  const streams = acceptEventStreams(routes);

  mount(routes, createGeneration).handle(async ({ viewer, body }) => ({
    success: true,
    data: await startRun(platform, { turns, runner }, viewer.id, body),
  }));

  mount(routes, listGenerations).handle(async ({ viewer, query, total }) => {
    const found = await listRuns(platform, viewer.id, query);
    total(found.total);
    return { success: true, data: found.runs };
  });

  mount(routes, getGeneration).handle(async ({ viewer, params }) => ({
    success: true,
    data: await readRun(platform, viewer.id, params.id),
  }));

  mount(routes, followGeneration).handle(async (incoming) => {
    await followRun(platform, streams, incoming, incoming.params.id);
    return undefined;
  });

  mount(routes, deleteGeneration).handle(async ({ viewer, params }) => {
    await deleteRun(platform, viewer.id, params.id);
    return { success: true };
  });

  mount(routes, getGenerationImage).handle(async ({ viewer, params, query, reply }) => {
    const image = await readImage(platform, viewer.id, params.id, params.position);
    if (query.download) {
      const name = `youtube-thumbnail-${params.position}-${image.createdAt.getTime()}.png`;
      reply.header("content-disposition", `attachment; filename="${name}"`);
    }
    reply
      .type(image.mimeType)
      .header("cache-control", "private, max-age=31536000, immutable")
      .header("x-content-type-options", "nosniff")
      .send(image.bytes);
    return undefined;
  });

  mount(routes, enhancePrompt).handle(async ({ viewer, body }) => ({
    success: true,
    data: { prompt: await improvePrompt(platform, { gemini, turns }, viewer.id, body) },
  }));

  platform.jobs.every(cleaningJob, 60, () => removeHiddenFiles(platform));
  // Only once the shop listens, since in the demo it is its own model's host.
  routes.app.addHook("onListen", async () => platform.jobs.every(takeOverJob, 3, () => runner.takeOver()));
  routes.app.addHook("preClose", () => runner.stop(stopWithinMs));
}
