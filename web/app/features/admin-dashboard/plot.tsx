import { useState } from "react";
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  Tooltip,
  XAxis,
  YAxis,
  type YAxisProps,
} from "recharts";
import styles from "#web/features/admin-dashboard/plot.module.css";

/** One day's figures by the name of their series. */
export type Point = Record<string, string | number | boolean> & { day: string; isToday: boolean };

interface PlotProps {
  data: Point[];
  height: number;
  series: { name: string; color: string; isLine?: boolean }[];
  /** Without it, a day's bars stand side by side. */
  isStacked?: boolean;
  yAxis: Pick<YAxisProps, "allowDecimals" | "tickFormatter" | "width">;
  format?: (value: number) => string;
}

const dashes = "5 5";
const line = "var(--color-border)";
const tick = { fill: "var(--color-text-muted)", fontSize: 12 };

/** Recharts' own look is for a light page. Written into the elements, it would win over the stylesheet. */
const fromStylesheet = {
  backgroundColor: undefined,
  border: undefined,
  display: undefined,
  padding: undefined,
  paddingBottom: undefined,
  paddingTop: undefined,
};

/** Bars and lines by day. They are hidden from screen readers, so they must not take the keyboard's focus. */
export function Plot({ data, height, series, isStacked, yAxis, format = String }: PlotProps) {
  const [lit, setLit] = useState<string>();
  const Chart = series.some(({ isLine }) => isLine) ? ComposedChart : BarChart;
  const isDim = (name: string) => lit !== undefined && lit !== name;
  const inOrder = ({ dataKey }: { dataKey?: unknown }) => series.findIndex(({ name }) => name === dataKey);
  return (
    <Chart
      className={styles.plot}
      data={data}
      width="100%"
      height={height}
      responsive
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      maxBarSize={28}
    >
      <CartesianGrid stroke={line} strokeDasharray={dashes} vertical={false} />
      <Legend
        // Its newer `position` would centre it.
        verticalAlign="top"
        align="right"
        // Recharts measures the legend once and may leave it wider than its card.
        wrapperStyle={{ insetInline: 0, width: "auto" }}
        labelStyle={{ color: "inherit" }}
        iconType="circle"
        iconSize={12}
        itemSorter={inOrder}
        onMouseEnter={({ value }) => setLit(value)}
        onMouseLeave={() => setLit(undefined)}
      />
      <XAxis
        dataKey="day"
        axisLine={false}
        tickLine={false}
        tick={tick}
        tickMargin={12}
        // The same number of days between any two labels.
        interval="equidistantPreserveStart"
        minTickGap={16}
      />
      <YAxis axisLine={false} tickLine={{ stroke: line }} tick={tick} tickMargin={12} {...yAxis} />
      <Tooltip
        position={{ y: 0 }}
        cursor={{ stroke: line, strokeDasharray: dashes, fill: "var(--color-hover)" }}
        isAnimationActive={false}
        wrapperClassName={styles.tooltip ?? ""}
        labelClassName={styles.day ?? ""}
        contentStyle={fromStylesheet}
        itemStyle={fromStylesheet}
        separator=""
        itemSorter={inOrder}
        formatter={(value) => format(Number(value))}
      />
      {series.map(({ name, color, isLine }) =>
        isLine ? (
          <Line
            key={name}
            dataKey={name}
            stroke={color}
            strokeWidth={2}
            strokeOpacity={isDim(name) ? 0.5 : 1}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ) : (
          <Bar
            key={name}
            dataKey={name}
            fill={color}
            opacity={isDim(name) ? 0.1 : 1}
            shape={DayBar}
            isAnimationActive={false}
            {...(isStacked && { stackId: "day" })}
          />
        ),
      )}
    </Chart>
  );
}

/** A negative amount hangs from the zero line. */
function DayBar({ x, y, width, height, fill, opacity, payload }: BarShapeProps) {
  const { isToday } = payload as Point;
  const box = { x, y: Math.min(y, y + height), width, height: Math.abs(height), fill, opacity };
  if (!isToday) return <rect {...box} />;
  return <rect {...box} fillOpacity={0.3} stroke={fill} strokeDasharray="3 2" />;
}
