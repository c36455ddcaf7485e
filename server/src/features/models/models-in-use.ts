import type { ShopSettings } from "#contract/shop-settings-form.ts";
import type { Spending } from "#contract/spending.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { cached } from "#server/platform/content-cache.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findWatched, type WatchedModel } from "./models.repository.ts";

/** The settings, with the models that are called now: the second one where the first is gone. */
export interface SettingsInUse extends ShopSettings {
  /** Where it is the second one. */
  imageStandIn: string | null;
  textStandIn: string | null;
}

/** As this process knows it; whoever learns that a model is gone tells every process. */
export const readWatched = (platform: Platform) => cached(platform, "models", () => findWatched(platform.db));

export async function readModelsInUse(platform: Platform): Promise<SettingsInUse> {
  const settings = await readShopSettings(platform);
  const known = await readWatched(platform);
  const imageStandIn = standInOf(known, settings.imageModel, settings.secondImageModel);
  const textStandIn = standInOf(known, settings.textModel, settings.secondTextModel);
  return {
    ...settings,
    imageModel: imageStandIn ?? settings.imageModel,
    textModel: textStandIn ?? settings.textModel,
    imageStandIn,
    textStandIn,
  };
}

function standInOf(known: readonly WatchedModel[], first: string, second: string): string | null {
  const isGone = (model: string) => known.some((one) => one.model === model && one.state === "gone");
  return isGone(first) && second !== "" && second !== first && !isGone(second) ? second : null;
}

/** Models of the settings that are gone, or are announced to go. */
export async function readModelsGoing(platform: Platform): Promise<Spending["modelsGoing"]> {
  const settings = await readShopSettings(platform);
  const known = await findWatched(platform.db);
  return usesOf(settings).flatMap(({ model, use, second }) => {
    const found = known.find((one) => one.model === model);
    if (!found || found.state === "listed") return [];
    const { state, endsAt } = found;
    const standIn = second === null ? null : standInOf(known, model, second);
    return [{ model, use, state, endsAt: endsAt?.toISOString() ?? null, standIn }];
  });
}

/** Each model of the settings once for each use; of a first one the second that there is for it. */
export function usesOf(settings: ShopSettings) {
  const { imageModel, textModel, secondImageModel, secondTextModel } = settings;
  const uses = [
    { model: imageModel, use: "image" as const, second: secondImageModel },
    { model: textModel, use: "text" as const, second: secondTextModel },
    { model: secondImageModel, use: "image" as const, second: null },
    { model: secondTextModel, use: "text" as const, second: null },
  ];
  return uses.filter(({ model }, at) => model !== "" && (at < 2 || model !== uses[at - 2]!.model));
}
