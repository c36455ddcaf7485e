import type { Brand, saveBrand as saveCall } from "#contract/brand.ts";
import type { BodyOf } from "#contract/call.ts";
import { faceOf } from "#drawing/fonts/faces.ts";
import { textPresetOf } from "#drawing/text-presets.ts";
import type { Tx } from "#server/db/database.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { requirePresentReferences } from "#server/features/references/references.service.ts";
import { failure, invalid, isStale, stale } from "#server/platform/failure.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findBrand, upsertBrand } from "./brand.repository.ts";

const none: Brand = {
  fonts: [],
  colours: [],
  logoReferenceId: null,
  textPreset: null,
  useInRuns: false,
  version: 0,
};

export async function readBrand(tx: Tx, userId: string): Promise<Brand> {
  return (await findBrand(tx, userId)) ?? none;
}

/** Saves what is sent; throws 409 with the present brand where it was made from an older one. */
export async function saveBrand(
  { db }: Platform,
  userId: string,
  { version, ...sent }: BodyOf<typeof saveCall>,
): Promise<Brand> {
  const changes = omitUndefined(sent);
  requireKnown(changes);
  return db.transaction(async (tx) => {
    if (!(await lockOwner(tx, userId))) throw failure("UNAUTHENTICATED");
    const present = await readBrand(tx, userId);
    if (isStale(version, present)) throw stale(present);
    const { logoReferenceId = null } = changes;
    if (logoReferenceId !== null && logoReferenceId !== present.logoReferenceId)
      await requirePresentReferences(tx, userId, [logoReferenceId]);
    await upsertBrand(tx, userId, changes);
    return readBrand(tx, userId);
  });
}

function requireKnown({ fonts = [], textPreset = null }: Partial<Brand>): void {
  for (const [at, font] of fonts.entries())
    if (!faceOf(font)) throw invalid({ [`fonts.${at}`]: `There is no font ${JSON.stringify(font)} here.` });
  if (textPreset !== null && !textPresetOf(textPreset))
    throw invalid({ textPreset: `There is no text preset ${JSON.stringify(textPreset)} here.` });
}
