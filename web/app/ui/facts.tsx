import type { ReactNode } from "react";
import styles from "#web/ui/facts.module.css";

/** What something is, holds or costs: a `Fact` a line. Plain markup. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** A name and its value at the two ends of a line: an identifier, or a sum of the lines above it, where it is one. */
export function Fact(props: { name: ReactNode; kind?: "code" | "total"; children: ReactNode }) {
  return (
    <div className={styles.fact} data-kind={props.kind}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
