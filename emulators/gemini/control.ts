import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { badField } from "./errors.ts";
import { type FaultList, geminiFaults } from "./faults.ts";
import type { Catalogue } from "./models.ts";
import type { RecordedPart } from "./pictures.ts";

/** One generateContent call as tests see it; of the key only what can't be used. */
export type RecordedRequest = {
  at: string;
  model: string;
  keyLast4: string;
  /** SHA-256 in hex, to tell keys apart. */
  keyHash: string;
  prompt: string;
  /** What came in, in order: kinds, types and sizes. */
  parts: readonly RecordedPart[];
  generationConfig: unknown;
  fault: string | null;
};

export type Recorder = {
  add: (call: Omit<RecordedRequest, "at" | "keyLast4" | "keyHash"> & { key: string }) => void;
  clear: () => void;
  list: () => readonly RecordedRequest[];
};

const recordedAtMost = 1000;

export function createRecorder(): Recorder {
  let requests: RecordedRequest[] = [];
  return {
    add: ({ key, ...call }) => {
      const keyHash = createHash("sha256").update(key).digest("hex");
      requests.push({ at: new Date().toISOString(), keyLast4: key.slice(-4), keyHash, ...call });
      if (requests.length > recordedAtMost) requests.shift();
    },
    clear: () => {
      requests = [];
    },
    list: () => requests,
  };
}

const newFault = z.strictObject({
  match: z
    .strictObject({
      key: z.string().optional(),
      model: z.string().optional(),
      contains: z.string().optional(),
    })
    .default({}),
  fault: z.enum(geminiFaults),
  times: z.int().positive().optional(),
  delayMs: z.number().min(0).default(0),
  retrySeconds: z.number().min(0).default(7),
});

const modelChange = z.strictObject({
  state: z.enum(["listed", "gone", "ending"]),
  retirementTime: z.iso.datetime().optional(),
});

/** The faults, the models and the record, steered by tests. Never for the public. */
export function mountControl(
  app: FastifyInstance,
  { faults, recorder, catalogue }: { faults: FaultList; recorder: Recorder; catalogue: Catalogue },
): void {
  app.put<{ Params: { model: string } }>("/control/models/:model", async (request, reply) => {
    const parsed = modelChange.safeParse(request.body);
    if (!parsed.success) throw badField("state", z.prettifyError(parsed.error));
    catalogue.change(request.params.model, parsed.data);
    return reply.code(204).send();
  });
  app.post("/control/faults", async (request, reply) => {
    const parsed = newFault.safeParse(request.body);
    if (!parsed.success) throw badField("fault", z.prettifyError(parsed.error));
    const { times, ...rule } = parsed.data;
    return reply.code(201).send(faults.add({ ...rule, left: times ?? null }));
  });
  app.get("/control/faults", async () => ({ faults: faults.list() }));
  app.delete("/control/faults", async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.get("/control/requests", async () => ({ requests: recorder.list() }));
  app.delete("/control/requests", async (_request, reply) => {
    recorder.clear();
    return reply.code(204).send();
  });
}
