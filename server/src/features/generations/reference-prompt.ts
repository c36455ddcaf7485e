import type { ReferenceKind } from "#contract/reference-kinds.ts";

/** One of the person's own pictures that goes along with a prompt. */
export interface ShownReference {
  kind: ReferenceKind;
  name: string;
}

/** What the image model is told of a picture, by what it is. */
const told: Record<ReferenceKind, { is: string; do: string }> = {
  face: {
    is: "a person",
    do: "show this very person, recognised at once by the face; pose, clothes and expression may differ",
  },
  product: { is: "a product", do: "show it as it is, with its shape, its colours and what is written on it" },
  logo: { is: "a logo", do: "place it once, exactly as it is, without drawing it anew" },
  style: {
    is: "an example of a style",
    do: "follow its light, its colours and its manner, and take over nothing that it shows",
  },
};

const places = ["first", "second", "third", "fourth"];
const placeOf = (index: number, before: number) => places[before + index]!;

/** A sentence for each, by its place among the pictures that go along; `before` of them are something else. */
export function referenceLines(references: readonly ShownReference[], before: number): string[] {
  return references.map(({ kind, name }, index) => {
    const { is, do: wish } = told[kind];
    return `The ${placeOf(index, before)} picture is ${is}, ${JSON.stringify(name)}: ${wish}.`;
  });
}

/** What of the letters and logos on the references may come into a picture that is to have none; blank where nothing. */
export function lettersKept(references: readonly ShownReference[], before: number): string {
  const kept = references.flatMap(({ kind }, index) =>
    kind === "logo" || kind === "product" ? placeOf(index, before) : [],
  );
  return kept.length === 0 ? "" : `, but for what is on the ${kept.join(" and the ")} picture`;
}
