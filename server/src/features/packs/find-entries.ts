import { currentDocument, type DesignDocument } from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import type { Difference, PackEntry } from "#contract/packs.ts";
import { isId } from "#server/db/ids.ts";
import type { Platform } from "#server/platform/platform.ts";
import { differsIn } from "./differs-in.ts";
import { findLineages, findPackDesigns, findPackPictures } from "./packs.repository.ts";

/** An entry that is the person's own and there. */
export interface FoundEntry extends PackEntry {
  name: string;
  previewUrl: string;
  madeAt: Date;
  /** Of a picture. */
  fileKey: string | null;
  /** Of a design: what is told of an entry is of this one. */
  version?: number;
  differsIn: Difference[];
}

/** In the order of `entries`; null for what is another's, deleted, or never was. */
export async function findEntries(
  { db }: Pick<Platform, "db">,
  userId: string,
  entries: readonly PackEntry[],
): Promise<(FoundEntry | null)[]> {
  const idsOf = (wanted: PackEntry["kind"]) =>
    entries.flatMap(({ kind, id }) => (kind === wanted && isId(id) ? id : []));
  const pictures = await findPackPictures(db, userId, idsOf("picture"));
  const designs = await findPackDesigns(db, userId, idsOf("design"));
  const found = entries.map((entry) => {
    const picture = entry.kind === "picture" && pictures.find(({ id }) => id === entry.id);
    if (picture) {
      const { id, title, position, runId, madeAt, fileKey } = picture;
      const url = `/api/generations/${runId}/images/${position}`;
      const of = { name: `${title} ${position}`, previewUrl: `${url}/preview`, madeAt, fileKey };
      return { ...entry, ...of, document: documentOf(id) };
    }
    const design = entry.kind === "design" && designs.find(({ id }) => id === entry.id);
    if (!design) return null;
    const { id, name, version, madeAt, document } = design;
    const previewUrl = `/api/designs/${id}/preview?version=${version}`;
    return {
      ...entry,
      name,
      previewUrl,
      madeAt,
      fileKey: null,
      version,
      document: currentDocument(document),
    };
  });
  const artIds = found.flatMap((each) => (each?.document.art.kind === "picture" ? each.document.art.id : []));
  const lineages = await findLineages(db, artIds);
  const first = found.find((each) => each !== null);
  return found.map((each) => {
    if (!each || !first) return null;
    const { document, ...entry } = each;
    return { ...entry, differsIn: differsIn(first.document, document, lineages) };
  });
}

/** A picture as the design that it would be. */
const documentOf = (id: string): DesignDocument => ({
  format: 1,
  art: { kind: "picture", id, ...untouched },
  layers: [],
});
