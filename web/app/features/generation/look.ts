import { defaultStyle, type Style, styles } from "#contract/generation-options.ts";

/** The style of a stored run, whose text may be one that the product no longer has. */
export function lookOf(style: string): Style {
  return styles.find((known) => known === style) ?? defaultStyle;
}
