import type { CSSProperties } from "react";
import { defaultStyle, type Style, styles } from "#contract/generation-options.ts";
import css from "#web/features/generations/title-card.module.css";

/** A 16:9 frame with the title as it is being typed, lettered in the manner of the chosen style. */
export function TitleCard(props: { title: string; look: Style; heating?: boolean }) {
  const { title, look, heating } = props;
  const text = title.trim() || "Title";
  // A long word must not run out of the frame, and a long title must not overflow it.
  const longest = Math.max(...text.split(/\s+/).map((word) => word.length));
  const scale = Math.min(1, 9 / longest, Math.sqrt(26 / text.length));
  return (
    <div className={css.card} data-look={look} data-heating={heating || undefined}>
      <span className={css.title} style={{ "--scale": Math.max(0.3, scale) } as CSSProperties}>
        {text}
      </span>
    </div>
  );
}

/** The style of a stored generation, whose text may be one that the product no longer has. */
export function knownStyle(style: string): Style {
  return styles.find((known) => known === style) ?? defaultStyle;
}
