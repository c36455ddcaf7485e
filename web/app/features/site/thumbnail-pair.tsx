import { useState } from "react";
import { Icon, Picture } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/thumbnail-pair.module.css";

/** Pairs that the shop's own renderer drew from these titles. */
const pairs = [
  { name: "boss", title: "The Boss Nobody Beats", setting: "Gaming, bold" },
  { name: "night-train", title: "14 Hours on a Night Train", setting: "Travel, colorful" },
  { name: "one-pan", title: "One Pan, Seven Dinners", setting: "Food, playful" },
  { name: "push-ups", title: "Twenty Push-Ups a Day", setting: "Fitness, professional" },
] as const;

const sides = ["a", "b"] as const;

/** The product in one gesture: a title, the two pictures made of it, and keeping the better one. */
export function ThumbnailPair() {
  const [at, setAt] = useState(0);
  const [kept, setKept] = useState<"a" | "b">("a");
  const pair = pairs[at % pairs.length]!;

  return (
    <div className={styles.stage}>
      <div className={styles.field}>
        <span className={styles.label}>Your Video Title</span>
        <strong className={styles.typed} aria-live="polite">
          {pair.title}
        </strong>
        <span className={styles.setting}>{pair.setting}</span>
      </div>
      <div className={styles.pair} key={pair.name} data-kept={kept} data-dealt={at > 0 || undefined}>
        {sides.map((side, index) => (
          <button
            key={side}
            type="button"
            className={styles.plate}
            data-side={side}
            aria-pressed={kept === side}
            onClick={() => setKept(side)}
          >
            <Picture
              src={`/media/defaults/pair-${pair.name}-${side}.webp`}
              alt={`Keep thumbnail ${index + 1} of “${pair.title}”`}
              sizes="(min-width: 62em) 430px, 70vw"
              eager={side === "a" ? "first" : "after"}
            />
            <span className={styles.kept} aria-hidden="true">
              <Icon name="icon-circle-check" size={20} /> Kept
            </span>
          </button>
        ))}
      </div>
      <button type="button" className={styles.next} onClick={() => setAt(at + 1)}>
        <Icon name="icon-shuffle" size={18} /> <span>Another title</span>
      </button>
    </div>
  );
}
