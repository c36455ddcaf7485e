import { modelsNamed } from "#contract/generation-cost.ts";
import { dateIn } from "#contract/time-zone.ts";
import type { Tx } from "#server/db/database.ts";
import type { AcquiredKey, KeyPool } from "#server/features/ai-keys/key-pool.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { loadTemplates } from "#server/features/mail/queue-mail.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { writeContent } from "#server/platform/content-cache.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { AnsweredCall, Gemini } from "#server/providers/gemini/gemini.ts";
import { claimModels, markEnding, markGone, markListed, unclaimModels } from "./models.repository.ts";
import { readWatched, usesOf } from "./models-in-use.ts";

const day = 24 * 3600;
/** After a 404 the list is read at once, but not again for each run that meets one although the model is listed. */
const soonestMs = 20_000;

interface Watcher {
  gemini: Gemini;
  pool: KeyPool;
}

/** Looks for the models of the settings in the provider's list, once a day; admins are told what is gone. */
export async function watchModels(platform: Platform, watcher: Watcher, seconds = day): Promise<void> {
  const settings = await readShopSettings(platform);
  // With no key nobody is asked, and nothing is claimed. A key that rests for one model alone lists them all the same.
  let key: AcquiredKey | null = null;
  for (const model of modelsNamed(settings)) key ??= await watcher.pool.acquire(model);
  if (!key) return;
  const due = await claimModels(platform.db, modelsNamed(settings), seconds);
  if (due.length === 0) return;
  const list = await watcher.gemini.listModels(key.key);
  if ("problem" in list || list.value.length === 0) {
    const reason = "problem" in list ? list.problem.reason : "empty";
    platform.log.warn({ reason }, "the list of models was not read");
    await unclaimModels(platform.db, due);
    return;
  }
  const listed = new Set(list.value);
  if (due.some((model) => !listed.has(model))) await loadTemplates();
  await writeContent(platform, "models", async (tx) => {
    for (const model of due) {
      if (listed.has(model)) await markListed(tx, model);
      else if (await markGone(tx, model)) await tellGone(platform, tx, model);
    }
  });
}

const looks = new WeakMap<object, { over: Promise<void>; at: number }>();

/** After an answer of 404 for a model. All that meet one within some seconds wait for the same look. */
export async function lookForModels(platform: Platform, watcher: Watcher): Promise<void> {
  const last = looks.get(platform.events);
  if (last && performance.now() - last.at < soonestMs) return last.over;
  const over = watchModels(platform, watcher, 0).catch((error) =>
    platform.log.warn({ err: error }, "the models could not be looked for"),
  );
  looks.set(platform.events, { over, at: performance.now() });
  return over;
}

/** An answer announced its model's end, as every answer of such a model does. */
export async function noteEnding(platform: Platform, { model, ending }: AnsweredCall): Promise<void> {
  if (!ending) return;
  try {
    const known = (await readWatched(platform)).find((one) => one.model === model);
    if (known?.state === "ending" && known.endsAt?.getTime() === ending.at?.getTime()) return;
    await loadTemplates();
    await writeContent(platform, "models", async (tx) => {
      if (await markEnding(tx, model, ending.at)) await tellEnding(platform, tx, model, ending.at);
    });
  } catch (error) {
    platform.log.warn({ err: error, model }, "the announced end of a model was not written down");
  }
}

async function tellGone(platform: Platform, tx: Tx, model: string): Promise<void> {
  const role = await roleOf(tx, model);
  if (!role) return;
  await notifyAdmins(platform, tx, {
    key: `model-gone:${model}:${new Date().toISOString().slice(0, 10)}`,
    templateName: "model-gone",
    subject: `The ${role.name} ${model} is gone`,
    paragraphs: [
      `Google no longer lists ${model}, which the shop uses as its ${role.name}.`,
      role.second
        ? `${role.second}, the second model of your settings, takes over as long as it is listed.`
        : `${role.without} Please enter another model in the generator's settings.`,
    ],
    path: "/admin/settings?panel=generator",
  });
}

async function tellEnding(platform: Platform, tx: Tx, model: string, at: Date | null): Promise<void> {
  const role = await roleOf(tx, model);
  if (!role) return;
  const on = at ? ` on ${dateIn("UTC", at)}` : "";
  await notifyAdmins(platform, tx, {
    key: `model-ending:${model}:${at?.toISOString() ?? ""}`,
    templateName: "model-ending",
    subject: `The ${role.name} ${model} is announced to end`,
    paragraphs: [
      `Google has announced that ${model}, which the shop uses as its ${role.name}, ends${on}.`,
      "Please enter another model in the generator's settings, or a second one that takes over by itself.",
    ],
    path: "/admin/settings?panel=generator",
  });
}

const names = { image: "image model", text: "text model" };
const without = {
  image: "Until there is another one no run succeeds; credits go back.",
  text: "Until there is another one prompts are not enhanced and words are not read.",
};

async function roleOf(tx: Tx, model: string) {
  const found = usesOf(await readShopSettings(tx)).find((one) => one.model === model);
  if (!found) return null;
  const name = found.second === null ? `second ${names[found.use]}` : names[found.use];
  return { name, second: found.second, without: found.second === null ? "" : without[found.use] };
}
