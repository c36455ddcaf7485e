import { z } from "zod";
import { aiKeyForm, keyName, keyText } from "./ai-key-form.ts";
import { call } from "./call.ts";
import { acknowledged, envelope, idempotencyKey, idParams, recordVersion } from "./fields.ts";

const keyHealth = ["untried", "ok", "resting", "refused"] as const;

/** A key as an admin sees it; `key` is its mask: the first 8 characters, an ellipsis, the last 4. */
export const aiKey = z.object({
  _id: z.string(),
  name: z.string(),
  key: z.string(),
  isActive: z.boolean(),
  /** "refused" by the provider, or "resting" at one of the models at least. */
  health: z.enum(keyHealth),
  /** Until when it is left alone, at all models where it was refused, else at the one that rests longest. */
  restUntil: z.string().optional(),
  lastUsedAt: z.string().optional(),
  /** Why it was refused. */
  lastError: z.string().optional(),
  /** How it fares with the models of the settings: quotas are per model. */
  models: z.array(
    z.object({
      model: z.string(),
      use: z.enum(["image", "text"]),
      health: z.enum(["untried", "ok", "resting"]),
      restUntil: z.string().optional(),
      lastError: z.string().optional(),
    }),
  ),
  createdAt: z.string(),
  version: z.number().int(),
});
export type AiKey = z.output<typeof aiKey>;

export const listAiKeys = call({
  method: "GET",
  path: "/api/gemini-keys",
  access: "member",
  tellsAdminsMore: true,
  summary: "For an admin the keys, masked; for a member one entry 'managed' while a key can be used.",
  answer: envelope(z.array(z.union([aiKey, z.object({ key: z.literal("managed") })]))),
  errors: [],
});

export const createAiKey = call({
  method: "POST",
  path: "/api/gemini-keys",
  access: "admin",
  proof: "recent",
  summary: "Adds a key of the AI provider; it is stored encrypted.",
  body: aiKeyForm.extend({ idempotencyKey }),
  answer: envelope(aiKey),
  status: 201,
  errors: ["CONFLICT"],
});

export const updateAiKey = call({
  method: "PUT",
  path: "/api/gemini-keys/{id}",
  access: "admin",
  proof: "recent",
  summary: "Changes a key. The unchanged mask keeps the stored key; absent fields stay.",
  params: idParams,
  body: z.object({
    name: keyName.optional(),
    key: keyText.optional(),
    isActive: z.boolean().optional(),
    version: recordVersion.optional(),
  }),
  answer: envelope(aiKey),
  errors: ["NOT_FOUND", "STALE_VERSION"],
});

export const deleteAiKey = call({
  method: "DELETE",
  path: "/api/gemini-keys/{id}",
  access: "admin",
  proof: "recent",
  summary: "Deletes a key.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});

export const toggleAiKey = call({
  method: "PATCH",
  path: "/api/gemini-keys/{id}/toggle",
  access: "admin",
  proof: "recent",
  summary: "Switches a key on or off.",
  params: idParams,
  answer: envelope(aiKey),
  errors: ["NOT_FOUND"],
});

export const testAiKey = call({
  method: "POST",
  path: "/api/gemini-keys/{id}/test",
  access: "admin",
  proof: "session",
  summary:
    "Asks image model and text model with a key, which takes up to a minute. `ok` is false where either failed.",
  params: idParams,
  answer: envelope(z.object({ ok: z.boolean(), problem: z.string().optional(), key: aiKey })),
  errors: ["NOT_FOUND"],
  rateLimit: { name: "test-key", max: 30, windowSeconds: 60, by: "user" },
});
