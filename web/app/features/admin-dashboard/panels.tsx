import { useEffect, useRef, useState } from "react";
import type { Insights } from "#contract/insights.ts";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import { FiguresByDay } from "#web/features/admin-dashboard/figures-by-day.tsx";
import { Figures, Operations } from "#web/features/admin-dashboard/operations.tsx";
import { OtherCurrencies } from "#web/features/admin-dashboard/other-currencies.tsx";
import { Card } from "#web/ui/elements/layout.tsx";
import { Title } from "#web/ui/elements/text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { capitalized } from "#web/ui/options.ts";
import { Price } from "#web/ui/price.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";

/** Pixels, before they are drawn. */
const chartsHeight = 440;
const loadCharts = () => import("#web/features/admin-dashboard/daily-charts.tsx");

/** Charts are the heaviest script of the back office: they come when their place is about to be seen. */
function ChartsInView({ figures }: { figures: Insights }) {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: "200px" },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} style={isNear ? undefined : { minHeight: chartsHeight }}>
      {isNear && <Charts figures={figures} />}
    </div>
  );
}

function Charts({ figures }: { figures: Insights }) {
  const { part, failure } = usePart(loadCharts);
  if (failure) return <ErrorState compact title="The charts could not be loaded." {...failure} />;
  return part ? <part.default figures={figures} /> : <Skeleton height={chartsHeight} />;
}

/** The figures of the chosen period, and how the shop itself fares. */
export function Panels({ figures }: { figures: Insights }) {
  const { currency, revenue } = figures;
  return (
    <div className={styles.panels}>
      <Card component="section" aria-labelledby="revenue">
        <Title order={2} size="h4" id="revenue">
          Revenue, net of refunds
        </Title>
        <p className={styles.total}>
          <Price minor={revenue.minor} currency={currency} />
        </p>
        <p className={styles.change}>
          <RevenueChange figures={figures} />
        </p>
        <OtherCurrencies sums={revenue.otherCurrencies} className={styles.change} />
        <ChartsInView figures={figures} />
        <FiguresByDay figures={figures} />
      </Card>
      <Card component="section" aria-labelledby="period">
        <Title order={2} size="h4" id="period" mb="md">
          In this period
        </Title>
        <Figures
          figures={[
            ["New orders", sum(figures, "orders")],
            ["New members", sum(figures, "members")],
            ["Credits sold", sum(figures, "creditsSold")],
            ["Credits spent", sum(figures, "creditsSpent")],
            ["Runs", sum(figures, "generations")],
            ["Failed runs", sum(figures, "failures")],
          ]}
        />
        {figures.failureReasons.length > 0 && (
          <>
            <Title order={3} size="h5" mt="lg" mb="sm">
              Why runs failed
            </Title>
            <Figures
              figures={figures.failureReasons.map(({ reason, count }) => [failureText(reason), count])}
            />
          </>
        )}
        <Title order={2} size="h4" mt="xl" mb="md">
          Right now
        </Title>
        <Operations figures={figures} />
      </Card>
    </div>
  );
}

/** The period against the one before it, as the server compares them. */
function RevenueChange({ figures }: { figures: Insights }) {
  const { changePercent, formerMinor } = figures.revenue;
  const former = `the ${figures.days.length} days before`;
  if (changePercent === null) return <>No revenue in {former} to compare with</>;
  const sign = changePercent > 0 ? "+" : changePercent < 0 ? "−" : "±";
  return (
    <>
      <strong>
        {sign}
        {Math.abs(changePercent)} %
      </strong>{" "}
      against {former} (<Price minor={formerMinor} currency={figures.currency} />)
    </>
  );
}

const failureTexts: Record<string, string> = {
  safety: "Blocked by the safety filter",
  prohibited: "Prohibited content",
  recitation: "Too close to an existing work",
  language: "Language not supported",
  "max-tokens": "Answer too long",
  "no-image": "No picture drawn",
  "key-refused": "AI key refused",
  billing: "Google project without balance",
  "daily-quota": "Daily quota used up",
  "rate-limit": "Too many requests",
  "no-keys": "No AI key to be had",
  "model-not-found": "Model not found",
  "provider-error": "Error of the AI service",
  overloaded: "AI service overloaded",
  unreachable: "AI service not reached",
  timeout: "Took too long",
};

/** A reason code in words; an unknown code is shown as it is. */
function failureText(reason: string): string {
  return failureTexts[reason] ?? capitalized(reason).replaceAll("-", " ");
}

type Countable = Exclude<keyof Insights["days"][number], "day">;

function sum(figures: Insights, name: Countable): number {
  return figures.days.reduce((total, day) => total + day[name], 0);
}
