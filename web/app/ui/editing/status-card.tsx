import type { ReactNode } from "react";
import styles from "#web/ui/editing/editing.module.css";

export type StatusFact = { label: string; value: ReactNode };

/** What the saved part consists of, beside what is being typed. */
export function StatusCard({ title, facts }: { title: string; facts: StatusFact[] }) {
  return (
    <section className={styles.status} aria-label={title}>
      <h2 className={styles.statusTitle}>{title}</h2>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
