import type { Insights } from "#contract/insights.ts";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import { Table } from "#web/ui/elements/layout.tsx";
import { Price } from "#web/ui/price.tsx";

/** The figures of the charts as a table, for those who can't see them or point at them. */
export function FiguresByDay({ figures: { currency, days } }: { figures: Insights }) {
  return (
    <details className={styles.folded}>
      <summary id="by-day">Figures by day</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached. */}
      <section className={styles.scroll} tabIndex={0} aria-labelledby="by-day">
        <Table aria-labelledby="by-day">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Revenue</th>
              <th scope="col">Revenue {days.length} days before</th>
              <th scope="col">New orders</th>
              <th scope="col">New members</th>
              <th scope="col">Credits sold</th>
              <th scope="col">Credits spent</th>
              <th scope="col">Runs</th>
              <th scope="col">Failed runs</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{shortDay(day.day)}</th>
                <td>
                  <Price minor={day.revenueMinor} currency={currency} />
                </td>
                <td>
                  <Price minor={day.formerRevenueMinor} currency={currency} />
                </td>
                <td>{day.orders}</td>
                <td>{day.members}</td>
                <td>{day.creditsSold}</td>
                <td>{day.creditsSpent}</td>
                <td>{day.generations}</td>
                <td>{day.failures}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </details>
  );
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** 2026-11-19 as 19 Nov. */
export function shortDay(day: string): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
}
