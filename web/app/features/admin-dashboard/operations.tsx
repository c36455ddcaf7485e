import type { Insights } from "#contract/insights.ts";
import { getYoutubeUsage } from "#contract/youtube-usage.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import { useRootData } from "#web/features/shell/root-data.ts";
import { DescriptionItem, DescriptionList } from "#web/ui/details.tsx";

/** What keeps the shop going: one line while it does, and everything at once when something needs the owner. */
export function Operations({ figures }: { figures: Insights }) {
  const { aiKeys, unsettledPayments, reconciledOrders, queuedMails, failedMails } = figures.providers;
  const { youtube } = useRootData().shop;
  const units = useCall(getYoutubeUsage, {}, { enabled: youtube }).data;
  const troubles = [...troublesOf(figures), ...quotaTroubles(units)];
  const isWell = troubles.length === 0;
  return (
    <details key={String(isWell)} className={styles.folded} open={!isWell}>
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
function troublesOf({ matters, providers }: Insights): string[] {
  const { aiKeys, failedMails, webhookMissing, strayPayments } = providers;
  const idle = aiKeys.active === 0 ? "No AI key is in use." : "Every AI key rests or is refused.";
  return [
    ...matters.map(({ text }) => text),
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

export function Figures({ figures }: { figures: Figure[] }) {
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
