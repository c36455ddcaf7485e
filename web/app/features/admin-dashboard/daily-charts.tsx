import type { Insights } from "#contract/insights.ts";
import { decimalsOf, displayMoney, minorToText } from "#contract/money.ts";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import { shortDay } from "#web/features/admin-dashboard/figures-by-day.tsx";
import { Plot, type Point } from "#web/features/admin-dashboard/plot.tsx";

const counted = { allowDecimals: false, width: 40 };

/**
 * Revenue, orders, members, credits and runs by day; figures-by-day.tsx tells the same to those who can't see them. Today,
 * which is not over, has pale bars with a dashed edge.
 */
export default function DailyCharts({ figures }: { figures: Insights }) {
  const { currency, days } = figures;
  const former = `The ${days.length} days before`;
  const amount = (minor: number) => Number(minorToText(minor, currency));
  const money = (value: number) => displayMoney(Math.round(value * 10 ** decimalsOf(currency)), currency);
  const data = days.map(
    (day, index): Point => ({
      day: shortDay(day.day),
      isToday: index === days.length - 1,
      Revenue: amount(day.revenueMinor),
      [former]: amount(day.formerRevenueMinor),
      Done: day.generations - day.failures,
      Failed: day.failures,
      Orders: day.orders,
      Members: day.members,
      Sold: day.creditsSold,
      Spent: day.creditsSpent,
    }),
  );
  return (
    <div aria-hidden>
      <Plot
        height={240}
        data={data}
        format={money}
        yAxis={{ tickFormatter: (value: number) => money(value).replace(/\.00$/, ""), width: 64 }}
        series={[
          { name: "Revenue", color: "var(--color-accent)" },
          { name: former, color: "var(--color-border-strong)", isLine: true },
        ]}
      />
      <div className={styles.pair}>
        <Pair title="New orders and members" names={["Orders", "Members"]} data={data} />
        <Pair title="Credits sold and spent" names={["Sold", "Spent"]} data={data} />
      </div>
      <p className={styles.chartTitle}>Runs</p>
      <Plot
        height={160}
        data={data}
        isStacked
        yAxis={counted}
        series={[
          { name: "Done", color: "var(--color-accent)" },
          { name: "Failed", color: "var(--color-danger)" },
        ]}
      />
      <p className={styles.note}>Today is not over: its bars are pale.</p>
    </div>
  );
}

function Pair(props: { title: string; names: [string, string]; data: Point[] }) {
  const [first, second] = props.names;
  return (
    <div>
      <p className={styles.chartTitle}>{props.title}</p>
      <Plot
        height={150}
        data={props.data}
        yAxis={counted}
        series={[
          { name: first, color: "var(--color-accent)" },
          { name: second, color: "var(--color-primary)" },
        ]}
      />
    </div>
  );
}
