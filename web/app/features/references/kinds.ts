import type { ReferenceKind } from "#contract/reference-kinds.ts";

/** What each kind is called, and what the model does with one. */
export const kinds: Record<ReferenceKind, { label: string; use: string }> = {
  face: { label: "Face", use: "Somebody who appears in the thumbnail and stays recognisable." },
  product: { label: "Product", use: "A thing that is shown as it is." },
  logo: { label: "Logo", use: "A mark that is placed as it is." },
  style: { label: "Style", use: "Its light, colours and manner are followed, not what is in it." },
};

export const kindOptions = Object.entries(kinds).map(([value, { label }]) => ({
  value: value as ReferenceKind,
  label,
}));
