import { AreaChart, BarChart } from "@mantine/charts";
import { VisuallyHidden } from "@mantine/core";
import type { Insights } from "#contract/insights.ts";
import { displayMoney, minorToText } from "#contract/money.ts";
import "@mantine/charts/styles.layer.css";

/** Revenue and runs by day. A table with the same figures stands behind them for those who can't see the plots. */
export default function DailyCharts({ figures }: { figures: Insights }) {
  const { currency, days } = figures;
  const data = days.map((day) => ({
    day: day.day.slice(5),
    Revenue: Number(minorToText(day.revenueMinor, currency)),
    Done: day.generations - day.failures,
    Failed: day.failures,
  }));
  return (
    <>
      <div aria-hidden>
        <AreaChart
          h={220}
          data={data}
          dataKey="day"
          series={[{ name: "Revenue", color: "var(--color-quench)" }]}
          curveType="monotone"
          withDots={false}
        />
        <BarChart
          h={160}
          mt="lg"
          type="stacked"
          data={data}
          dataKey="day"
          withLegend
          series={[
            { name: "Done", color: "var(--color-quench)" },
            { name: "Failed", color: "var(--color-danger)" },
          ]}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>Revenue and runs by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Revenue</th>
              <th scope="col">Runs</th>
              <th scope="col">Failed runs</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                <td>{displayMoney(day.revenueMinor, currency)}</td>
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
