import type { Insights } from "#contract/insights.ts";
import { decimalsOf, displayMoney, minorToText } from "#contract/money.ts";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import { Plot, type Point } from "#web/features/admin-dashboard/plot.tsx";
import { Price } from "#web/ui/price.tsx";

const counted = { allowDecimals: false, width: 40 };

/**
 * Revenue, orders, members, credits and runs by day, with a table of the same figures for those who can't see the
 * plots. Today, which is not over, has pale bars with a dashed edge.
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
    <>
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
      <div className="visually-hidden">
        <table>
          <caption>The figures by day</caption>
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
        </table>
      </div>
    </>
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

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** 2026-11-19 as 19 Nov. */
function shortDay(day: string): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
}
