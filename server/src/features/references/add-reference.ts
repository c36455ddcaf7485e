import { referenceFields } from "#contract/reference-form.ts";
import {
  mostReferences,
  type Reference,
  referenceQuotaBytes,
  referenceQuotaExceeded,
  tooManyReferences,
} from "#contract/references.ts";
import { newId } from "#server/db/ids.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { pictureTypes, recode } from "#server/platform/recode-picture.ts";
import { storeFiles } from "#server/platform/unclaimed-files.ts";
import {
  acceptedReferences,
  fileKeyOf,
  modelKeyOf,
  modelMimeType,
  scaleForModel,
} from "./reference-files.ts";
import { countReferencesLocked, insertReference } from "./references.repository.ts";
import { readReference } from "./references.service.ts";

/** Keeps a picture, decoded and made anew, with the small one that the model is sent. */
export async function addReference(
  platform: Platform,
  userId: string,
  { bytes, fields }: { bytes: Buffer; fields: ReadonlyMap<string, string> },
): Promise<Reference> {
  const { name, kind } = readFields(fields);
  const picture = await recode(bytes, acceptedReferences);
  const small = await scaleForModel(picture);
  const id = newId();
  const row = {
    id,
    userId,
    name,
    kind,
    consentAt: kind === "face" ? new Date() : null,
    fileKey: fileKeyOf(id, picture.extension),
    mimeType: pictureTypes[picture.extension],
    width: picture.width,
    height: picture.height,
    bytes: picture.bytes.length + small.length,
  };
  const files = [
    { key: row.fileKey, bytes: picture.bytes, mimeType: row.mimeType },
    { key: modelKeyOf(id), bytes: small, mimeType: modelMimeType },
  ];
  return storeFiles(platform, files, async (tx) => {
    const kept = await countReferencesLocked(tx, userId);
    if (!kept) throw failure("UNAUTHENTICATED");
    if (kept.count >= mostReferences) throw failure("CONFLICT", tooManyReferences);
    if (kept.bytes + row.bytes > referenceQuotaBytes) throw failure("TOO_LARGE", referenceQuotaExceeded);
    await insertReference(tx, row);
    return readReference(tx, userId, id);
  });
}

function readFields(sent: ReadonlyMap<string, string>) {
  const checked = referenceFields.safeParse(Object.fromEntries(sent));
  if (checked.success) return checked.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of checked.error.issues) fields[path.join(".") || "body"] ??= message;
  throw invalid(fields);
}
