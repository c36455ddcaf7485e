import type { DesignDocument } from "#contract/design-document.ts";
import type { Fonts } from "../text/letters.ts";

/** A document in which one thing is mended; null where that takes a person. A locked layer stays as it is. */
export type Fix = (document: DesignDocument, id: string, fonts: Fonts) => DesignDocument | null;

export interface Size {
  width: number;
  height: number;
}

/** One thing that was measured. "unknown" is what a machine can't say of this picture. */
export interface Finding {
  what:
    | "letters"
    | "contrast"
    | "range"
    | "badge"
    | "corner"
    | "words"
    | "bytes"
    | "alike"
    | "shape"
    | "moves";
  mark: "good" | "bad" | "unknown";
  /** Pixels, a ratio, words, bytes or a share, by what was measured. */
  value?: number;
  /** Of a shape, in pixels. */
  size?: Size;
  /** The layer that it is about, and what that says. */
  layer?: { id: string; text: string; isLocked: boolean };
  fix?: Fix;
}
