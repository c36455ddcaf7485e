import type { ReactNode } from "react";
import type { Insights } from "#contract/insights.ts";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import { useRootData } from "#web/features/shell/root-data.ts";
import { Price } from "#web/ui/price.tsx";

/** How the day goes so far. A dash while it is not known, so that nothing moves as the figures come. */
export function Today({ figures }: { figures: Insights | undefined }) {
  const { timeZone } = useRootData().shop;
  const today = figures?.days.at(-1);
  return (
    <section className={styles.today} aria-labelledby="today">
      <h2 id="today" className={styles.todayTitle}>
        Today ({figures?.timeZone ?? timeZone})
      </h2>
      <dl className={styles.todayFigures}>
        <Figure name="Revenue">
          {figures && today && <Price minor={today.revenueMinor} currency={figures.currency} />}
        </Figure>
        <Figure name="Paid orders">{today?.paidOrders.toLocaleString("en")}</Figure>
        <Figure name="Runs">{today?.generations.toLocaleString("en")}</Figure>
        <Figure name="Failed runs" alarming={Boolean(today && today.failures > 0)}>
          {today?.failures.toLocaleString("en")}
        </Figure>
      </dl>
    </section>
  );
}

function Figure(props: { name: string; alarming?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.label}>{props.name}</dt>
      <dd className={styles.count} data-alarming={props.alarming || undefined}>
        {props.children ?? "–"}
      </dd>
    </div>
  );
}
