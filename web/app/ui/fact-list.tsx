import type { ReactNode } from "react";
import styles from "#web/ui/fact-list.module.css";

/** A name and its value, each name once. */
export type Fact = [name: string, value: ReactNode];

/** What is known of a record, in as many columns as fit; `column` is the least width of one. */
export function FactList({ facts, column }: { facts: Fact[]; column: string }) {
  return (
    <dl
      className={styles.facts}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(${column}, 100%), 1fr))` }}
    >
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
