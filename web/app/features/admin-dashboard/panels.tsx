import { lazy, Suspense } from "react";
import type { Insights } from "#contract/insights.ts";
import { getYoutubeUsage } from "#contract/youtube-usage.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import { useRootData } from "#web/features/shell/root-data.ts";
import { DescriptionItem, DescriptionList } from "#web/ui/details.tsx";
import { Card } from "#web/ui/elements/layout.tsx";
import { Title } from "#web/ui/elements/text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { capitalized } from "#web/ui/options.ts";
import { Price } from "#web/ui/price.tsx";

/** Charts are the heaviest script of the back office, so they load after the figures. */
const DailyCharts = lazy(() => import("#web/features/admin-dashboard/daily-charts.tsx"));

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
        <Suspense fallback={<Skeleton height={440} />}>
          <DailyCharts figures={figures} />
        </Suspense>
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
            ["Failed runs (credit given back)", sum(figures, "failures")],
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

/** What keeps the shop going: one line while it does, and everything at once when something needs the owner. */
function Operations({ figures }: { figures: Insights }) {
  const { aiKeys, unsettledPayments, reconciledOrders, queuedMails, failedMails } = figures.providers;
  const { youtube } = useRootData().shop;
  const units = useCall(getYoutubeUsage, {}, { enabled: youtube }).data;
  const troubles = [...troublesOf(figures), ...quotaTroubles(units)];
  const isWell = troubles.length === 0;
  return (
    <details key={String(isWell)} className={styles.operations} open={!isWell}>
      <summary>{isWell ? "All well" : "Something needs you"}</summary>
      {!isWell && (
        <ul className={styles.troubles}>
          {troubles.map((trouble) => (
            <li key={trouble}>{trouble}</li>
          ))}
        </ul>
      )}
      <Figures
        figures={[
          ["Open tickets", figures.openTickets],
          ["AI keys in use", aiKeys.active],
          ["AI keys resting", aiKeys.resting],
          ["AI keys refused", aiKeys.refused],
          ["Payments still open at PayPal", unsettledPayments],
          ["Orders rescued in 30 days", reconciledOrders],
          ["Mails waiting", queuedMails],
          ["Mails that failed", failedMails],
          ...(units ? [["YouTube units used today", units.usedToday] satisfies Figure] : []),
        ]}
      />
    </details>
  );
}

/** What does not go by itself any more, a sentence each. */
function troublesOf({ providers }: Insights): string[] {
  const { aiKeys, failedMails, webhookMissing, strayPayments } = providers;
  const idle = aiKeys.active === 0 ? "No AI key is in use." : "Every AI key rests or is refused.";
  return [
    aiKeys.active <= aiKeys.resting + aiKeys.refused && `${idle} No run can be made.`,
    aiKeys.refused > 0 && `AI keys that the service refuses: ${aiKeys.refused}.`,
    failedMails > 0 && `Mails that could not be sent: ${failedMails}.`,
    webhookMissing && "PayPal does not know where to tell of payments.",
    strayPayments.length > 0 && `Payments that belong to no order: ${strayPayments.length}.`,
  ].filter((trouble) => trouble !== false);
}

/** From four fifths on, as the mail to the admins says it. */
function quotaTroubles(units: { usedToday: number; limit: number } | undefined): string[] {
  if (!units || units.usedToday < units.limit * 0.8) return [];
  const [used, limit] = [units.usedToday, units.limit].map((number) => number.toLocaleString("en"));
  return [`YouTube: ${used} of today's ${limit} units are used. Without units no thumbnail can be set.`];
}

type Figure = [name: string, value: number];

function Figures({ figures }: { figures: Figure[] }) {
  return (
    <DescriptionList>
      {figures.map(([name, value]) => (
        <DescriptionItem key={name} name={name}>
          <strong>{value.toLocaleString("en")}</strong>
        </DescriptionItem>
      ))}
    </DescriptionList>
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
