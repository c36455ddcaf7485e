import {
  changeGeneration,
  createGeneration,
  deleteGeneration,
  enhancePrompt,
  followGeneration,
  getGeneration,
  getGenerationImage,
  getGenerationPreview,
  listGenerations,
  restoreGeneration,
  retakeImage,
} from "../generations.ts";
import type { Example } from "./example.ts";

const id = "$RUN";

export const runExamples: readonly Example[] = [
  {
    title: "Start a run",
    call: createGeneration,
    headers: { "Idempotency-Key": "night-train-1" },
    body: {
      title: "14 Hours on a Night Train",
      niche: "travel",
      style: "bold",
      customPrompt: "A sleeper train in a snowy valley at dusk, one window lit",
    },
  },
  { title: "Wait for a run", call: followGeneration, needs: ["run"], params: { id } },
  { title: "Read a run", call: getGeneration, needs: ["run"], params: { id } },
  {
    title: "List runs",
    call: listGenerations,
    needs: ["run"],
    query: { stage: "done", page: "1", pageSize: "10" },
  },
  {
    title: "Download a picture",
    call: getGenerationImage,
    needs: ["run"],
    params: { id, position: "1" },
    query: { download: "1" },
    output: "thumbnail.png",
  },
  {
    title: "Download a small picture",
    call: getGenerationPreview,
    needs: ["run"],
    params: { id, position: "1" },
    query: { width: "320" },
    output: "thumbnail.webp",
  },
  {
    title: "Change a run",
    call: changeGeneration,
    needs: ["run"],
    params: { id },
    body: { favourite: true, kept: 2 },
  },
  {
    title: "Retake misspelt words",
    call: retakeImage,
    needs: ["misspelt run"],
    params: { id, position: "1" },
    headers: { "Idempotency-Key": "night-train-retake" },
    body: {},
  },
  { title: "Delete a run", call: deleteGeneration, needs: ["run"], params: { id } },
  { title: "Bring a run back", call: restoreGeneration, needs: ["deleted run"], params: { id } },
  {
    title: "Enhance a prompt",
    call: enhancePrompt,
    body: {
      prompt: "A sleeper train in a snowy valley",
      title: "14 Hours on a Night Train",
      niche: "travel",
      style: "bold",
    },
  },
];
