import { AreaChart, BarChart, LineChart } from "@mantine/charts";
import { VisuallyHidden } from "@mantine/core";
import type { Insights } from "#contract/insights.ts";
import { minorToText } from "#contract/money.ts";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import "@mantine/charts/styles.layer.css";
import { Price } from "#web/ui/price.tsx";

/** The plots are hidden from screen readers, so they must not take the keyboard's focus. */
const unfocusable = { accessibilityLayer: false };

/**
 * Revenue, orders, members, credits and runs by day, with a table of the same figures for those who can't see the
 * plots.
 */
export default function DailyCharts({ figures }: { figures: Insights }) {
  const { currency, days } = figures;
  const data = days.map((day) => ({
    day: day.day.slice(5),
    Revenue: Number(minorToText(day.revenueMinor, currency)),
    Done: day.generations - day.failures,
    Failed: day.failures,
    Orders: day.orders,
    Members: day.members,
    Sold: day.creditsSold,
    Spent: day.creditsSpent,
  }));
  return (
    <>
      <div aria-hidden>
        <AreaChart
          areaChartProps={unfocusable}
          h={220}
          data={data}
          dataKey="day"
          series={[{ name: "Revenue", color: "var(--color-accent)" }]}
          curveType="monotone"
          withDots={false}
        />
        <div className={styles.pair}>
          <Pair title="New orders and members" names={["Orders", "Members"]} data={data} />
          <Pair title="Credits sold and spent" names={["Sold", "Spent"]} data={data} />
        </div>
        <p className={styles.chartTitle}>Runs</p>
        <BarChart
          barChartProps={unfocusable}
          h={160}
          type="stacked"
          data={data}
          dataKey="day"
          withLegend
          series={[
            { name: "Done", color: "var(--color-accent)" },
            { name: "Failed", color: "var(--color-danger)" },
          ]}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>The figures by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Revenue</th>
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
                <th scope="row">{day.day}</th>
                <td>
                  <Price minor={day.revenueMinor} currency={currency} />
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
      </VisuallyHidden>
    </>
  );
}

function Pair(props: { title: string; names: [string, string]; data: Record<string, string | number>[] }) {
  const [first, second] = props.names;
  return (
    <div>
      <p className={styles.chartTitle}>{props.title}</p>
      <LineChart
        lineChartProps={unfocusable}
        h={150}
        data={props.data}
        dataKey="day"
        withLegend
        withDots={false}
        series={[
          { name: first, color: "var(--color-accent)" },
          { name: second, color: "var(--color-primary)", strokeDasharray: "6 4" },
        ]}
      />
    </div>
  );
}
