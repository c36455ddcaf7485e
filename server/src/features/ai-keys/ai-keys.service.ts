import type { AiKey } from "#contract/ai-keys.ts";
import type { Tx } from "#server/db/database.ts";
import { idOfRequest, isId } from "#server/db/ids.ts";
import { type Actor, recordAudit, systemActor } from "#server/features/audit/audit.service.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { publishOnCommit } from "#server/platform/events.ts";
import { failure, invalid, isStale, requireSame, stale } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { reencryptEach } from "#server/platform/reencrypt.ts";
import {
  type AiKeyRow,
  type AiKeyState,
  findKeyStates,
  findKeys,
  forgetModels,
  insertKey,
  lockKey,
  removeKey,
  replaceEncrypted,
  updateKey,
} from "./ai-keys.repository.ts";

export { countKeys, secondsUntilKey } from "./ai-keys.repository.ts";

/** Topic on which every process hears that keys have changed or cool down. */
export const keysChanged = "ai-keys";
export const keyPurpose = "ai-key";

/** The first 8 characters, an ellipsis, the last 4; of a short key, which that would give away, the last 4 only. */
export function maskOf(key: string): string {
  return key.length < 20 ? `…${key.slice(-4)}` : `${key.slice(0, 8)}…${key.slice(-4)}`;
}

export async function listKeys(platform: Platform): Promise<AiKey[]> {
  const models = await readShopSettings(platform);
  return (await findKeyStates(platform.db)).map((row) => shown(row, models));
}

/** As it stands in the transaction. */
async function showKey(tx: Tx, id: string): Promise<AiKey> {
  const [row] = await findKeyStates(tx, id);
  return shown(row!, await readShopSettings(tx));
}

export interface KeyInput {
  name: string;
  key: string;
  isActive: boolean;
}

/** Sent again under the same idempotency key it stands once. Throws 409 where that was used for another one. */
export async function addKey(
  platform: Platform,
  actor: Actor,
  { idempotencyKey, ...input }: KeyInput & { idempotencyKey?: string | undefined },
): Promise<AiKey> {
  if (input.key.includes("…")) throw invalid({ key: "Please enter the whole key." });
  const id = idOfRequest(["ai-key", String(actor.id)], idempotencyKey);
  return publishOnCommit(platform, keysChanged, {}, async (tx) => {
    const row = await insertKey(tx, {
      id,
      name: input.name,
      isActive: input.isActive,
      sealedKey: platform.encryption.encrypt(input.key, keyPurpose),
      mask: maskOf(input.key),
    });
    if (row) await record(tx, actor, "POST /api/gemini-keys", id, null, row);
    else {
      const earlier = await requireKey(tx, id);
      requireSame({ ...earlier, key: decryptKey(platform, earlier) }, input);
    }
    return showKey(tx, id);
  });
}

/** The unchanged mask, or no key, keeps the stored one. A new key, or one switched on, starts without a cooldown. */
export async function editKey(
  platform: Platform,
  actor: Actor,
  id: string,
  {
    version,
    ...input
  }: { [Name in keyof KeyInput]?: KeyInput[Name] | undefined } & {
    version?: number | undefined;
  },
): Promise<AiKey> {
  return publishOnCommit(platform, keysChanged, {}, async (tx) => {
    const before = await requireKey(tx, id);
    if (isStale(version, before)) throw stale(await showKey(tx, id));
    const key = input.key === before.mask ? undefined : input.key;
    if (key?.includes("…")) throw invalid({ key: "Please enter the whole key." });
    const isActive = input.isActive ?? before.isActive;
    const after = await updateKey(tx, id, {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(key === undefined
        ? {}
        : { sealedKey: platform.encryption.encrypt(key, keyPurpose), mask: maskOf(key) }),
      isActive,
      version: before.version + 1,
    });
    if (key !== undefined || (isActive && !before.isActive)) await beginAnew(tx, id);
    await record(tx, actor, "PUT /api/gemini-keys/{id}", id, before, after);
    return showKey(tx, id);
  });
}

export async function toggleKey(platform: Platform, actor: Actor, id: string): Promise<AiKey> {
  return publishOnCommit(platform, keysChanged, {}, async (tx) => {
    const before = await requireKey(tx, id);
    const after = await updateKey(tx, id, { isActive: !before.isActive, version: before.version + 1 });
    if (after.isActive) await beginAnew(tx, id);
    await record(tx, actor, "PATCH /api/gemini-keys/{id}/toggle", id, before, after);
    return showKey(tx, id);
  });
}

async function beginAnew(tx: Tx, id: string): Promise<void> {
  await updateKey(tx, id, { health: "untried", restUntil: null, lastError: null });
  await forgetModels(tx, id);
}

export async function deleteKey(platform: Platform, actor: Actor, id: string): Promise<void> {
  await publishOnCommit(platform, keysChanged, {}, async (tx) => {
    const before = await requireKey(tx, id);
    await removeKey(tx, id);
    await record(tx, actor, "DELETE /api/gemini-keys/{id}", id, before, null);
  });
}

const demoKey = "demo-key-of-the-local-emulator";

/** The demo's key for the local emulator, which takes any; made once, when there is no key at all. */
export async function seedDemoKey(platform: Platform): Promise<void> {
  if ((await findKeys(platform.db)).length > 0) return;
  await addKey(platform, systemActor, { name: "Demo", key: demoKey, isActive: true });
}

/** Once the demo is over: the provider would refuse it, and it would look as if there were a key. */
export async function removeDemoKey(platform: Platform): Promise<void> {
  const found = (await findKeys(platform.db)).filter(({ mask }) => mask === maskOf(demoKey));
  for (const { id } of found) {
    await publishOnCommit(platform, keysChanged, {}, async (tx) => {
      // Another process may be starting as well.
      const row = await lockKey(tx, id);
      if (!row) return;
      await removeKey(tx, id);
      await record(tx, systemActor, "end of the demo", id, row, null);
    });
  }
}

/** The whole key, to try it. It goes to the provider and nowhere else. */
export async function openKey(platform: Pick<Platform, "db" | "encryption">, id: string): Promise<string> {
  const row = (await findKeys(platform.db)).find((one) => one.id === id);
  if (!row) throw failure("NOT_FOUND");
  return decryptKey(platform, row);
}

function decryptKey({ encryption }: Pick<Platform, "encryption">, { sealedKey }: AiKeyRow): string {
  try {
    return encryption.decrypt(sealedKey, keyPurpose);
  } catch (cause) {
    const message = "The stored key cannot be read with the present APP_SECRET. Please enter it again.";
    throw failure("CONFLICT", message, { cause });
  }
}

/** Encrypts anew the keys under a former APP_SECRET, so that it can be dropped; logs those that no secret opens. */
export async function reencryptKeys({ db, encryption, log }: Platform): Promise<void> {
  const naming = { one: "an AI key", many: "AI keys", id: ["aiKey", "id"] } as const;
  await reencryptEach(log, naming, await findKeys(db), async ({ id, sealedKey }) => {
    const fresh = encryption.reencrypt(sealedKey, keyPurpose);
    return fresh !== null && replaceEncrypted(db, id, sealedKey, fresh);
  });
}

async function requireKey(tx: Tx, id: string): Promise<AiKeyRow> {
  const row = isId(id) ? await lockKey(tx, id) : null;
  if (!row) throw failure("NOT_FOUND");
  return row;
}

async function record(
  tx: Tx,
  actor: Actor,
  action: string,
  id: string,
  before: AiKeyRow | null,
  after: AiKeyRow | null,
): Promise<void> {
  const told = (row: AiKeyRow | null) => row && { name: row.name, isActive: row.isActive, mask: row.mask };
  await recordAudit(tx, actor, { action, subject: `ai-key:${id}`, before: told(before), after: told(after) });
}

function shown(row: AiKeyState, { imageModel, textModel }: { imageModel: string; textModel: string }): AiKey {
  const models = [shownModel(row, "image", imageModel), shownModel(row, "text", textModel)];
  const ends = row.health === "refused" ? [endOf(row)] : models.map(({ restUntil }) => restUntil);
  const restUntil = ends
    .flatMap((end) => end ?? [])
    .sort()
    .at(-1);
  const health =
    row.health !== "refused" && models.some((model) => model.health === "resting") ? "resting" : row.health;
  return {
    _id: row.id,
    name: row.name,
    key: row.mask,
    isActive: row.isActive,
    health,
    ...(restUntil ? { restUntil } : {}),
    ...(row.lastUsedAt ? { lastUsedAt: row.lastUsedAt.toISOString() } : {}),
    ...(row.lastError ? { lastError: row.lastError } : {}),
    models,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}

function shownModel(
  { models }: Pick<AiKeyState, "models">,
  use: "image" | "text",
  model: string,
): AiKey["models"][number] {
  const found = models.find((one) => one.model === model);
  if (!found) return { model, use, health: "untried" };
  const restUntil = endOf(found);
  if (!restUntil) return { model, use, health: "ok" };
  return {
    model,
    use,
    health: "resting",
    restUntil,
    ...(found.lastError ? { lastError: found.lastError } : {}),
  };
}

function endOf({ restUntil, restSeconds }: { restUntil: Date | null; restSeconds: number }) {
  return restUntil !== null && restSeconds > 0 ? restUntil.toISOString() : undefined;
}
