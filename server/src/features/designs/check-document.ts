import type { DesignDocument, Layer } from "#contract/design-document.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { readBrand } from "#server/features/brand/brand.service.ts";
import { requireReferences } from "#server/features/references/references.service.ts";
import { failure } from "#server/platform/failure.ts";
import { lockPicture } from "./design-versions.repository.ts";

/** What a version is kept with: what its document names, held for the transaction. */
export interface Parts {
  document: DesignDocument;
  /** The image of a run that its art is. */
  pictureId: string | null;
  /** What its art or its layers are of the person's own pictures. */
  referenceIds: string[];
}

/**
 * Whether the person may use what a document names, which is held for the transaction. Another's picture, one that is gone
 * and one that never was are the same.
 */
export async function requireParts(tx: Tx, userId: string, sent: DesignDocument): Promise<Parts> {
  const document = await withLogo(tx, userId, sent);
  const { art } = document;
  const referenceIds = referencesIn(document);
  await requireReferences(tx, userId, referenceIds);
  if (art.kind !== "picture") return { document, pictureId: null, referenceIds };
  await requirePicture(tx, userId, art.id);
  return { document, pictureId: art.id, referenceIds };
}

/** A logo without an id is the one that the brand has now, and stays that one: what draws a document decides nothing. */
async function withLogo(tx: Tx, userId: string, document: DesignDocument): Promise<DesignDocument> {
  const isOpen = (layer: Layer) => layer.kind === "picture" && layer.source.id === undefined;
  if (!document.layers.some(isOpen)) return document;
  const { logoReferenceId: id } = await readBrand(tx, userId);
  if (!id) throw failure("NOT_FOUND", "Your brand has no logo.");
  const layers = document.layers.map((layer) =>
    layer.kind === "picture" && isOpen(layer) ? { ...layer, source: { ...layer.source, id } } : layer,
  );
  return { ...document, layers };
}

/** Each once. */
export function referencesIn({ art, layers }: DesignDocument): string[] {
  const ofLayers = layers.flatMap((layer) => (layer.kind === "picture" ? (layer.source.id ?? []) : []));
  return [...new Set([...(art.kind === "reference" ? [art.id] : []), ...ofLayers])].sort();
}

export async function requirePicture(tx: Tx, userId: string, id: string) {
  const picture = isId(id) ? await lockPicture(tx, userId, id) : null;
  if (!picture) throw failure("NOT_FOUND", "The picture was not found.");
  return picture;
}
