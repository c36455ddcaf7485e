import { Alert, Card, SegmentedControl, Skeleton, Stack, Title } from "@mantine/core";
import { Headset, ReceiptText, Settings, Users } from "lucide-react";
import { type ComponentType, lazy, Suspense } from "react";
import { Link } from "react-router";
import { getInsights, type Insights } from "#contract/insights.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import { UserDirectory } from "#web/features/admin-users/user-directory.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { DescriptionItem, DescriptionList } from "#web/ui/details.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Price } from "#web/ui/price.tsx";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";
import { ErrorState } from "#web/ui/states.tsx";

export const meta = pageTitle("Admin Dashboard");

export default function AdminDashboard() {
  const { user } = useRootData();
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={`Welcome back, ${user?.userName ?? "Admin"}. Press Ctrl+K to find a person, an order or a ticket.`}
      />
      <Overview />
      <UserDirectory nested />
    </>
  );
}

/** Charts are the heaviest script of the back office, so they load after the figures. */
const DailyCharts = lazy(() => import("#web/features/admin-dashboard/daily-charts.tsx"));

const periods = ["7", "30", "90"];

/** The four documented cards and, under them, what an owner wants to see in the morning. */
function Overview() {
  const { search, change } = useQueryInUrl();
  const asked = new URLSearchParams(search).get("days");
  const days = periods.find((period) => period === asked) ?? "30";
  const insights = useCall(getInsights, { query: { days } }, { keepPrevious: true });
  const figures = insights.data;

  return (
    <>
      <ul className={styles.cards}>
        <LinkCard to="/admin/orders" label="Total Orders" count={figures?.orders} icon={ReceiptText} />
        <LinkCard to="/admin/users" label="Total Users" count={figures?.users} icon={Users} />
        <LinkCard
          to="/admin/support-messages"
          label="Support Messages"
          count={figures?.openTickets}
          icon={Headset}
        />
        <LinkCard to="/admin/settings" label="Settings" icon={Settings} />
      </ul>
      <SegmentedControl
        aria-label="Period"
        mb="md"
        value={days}
        onChange={(next) => change({ days: next }, true)}
        data={periods.map((period) => ({ value: period, label: `${period} days` }))}
      />
      {insights.isError && (
        <div className={styles.instead}>
          <ErrorState
            title="The figures could not be loaded"
            message={insights.error.message}
            onRetry={() => insights.refetch()}
          />
        </div>
      )}
      {insights.isPending && <Skeleton className={styles.instead} height={780} />}
      {figures && <PaymentWarnings {...figures.providers} />}
      {figures && <Panels figures={figures} />}
    </>
  );
}

function LinkCard(props: {
  to: string;
  label: string;
  count?: number | undefined;
  icon: ComponentType<{ size?: number }>;
}) {
  const Icon = props.icon;
  return (
    <li>
      <Link className={styles.card} to={props.to}>
        <Icon size={22} aria-hidden />
        {"count" in props && <span className={styles.count}>{props.count?.toLocaleString("en") ?? "–"}</span>}
        <span className={styles.label}>{props.label}</span>
      </Link>
    </li>
  );
}

/** What an admin has to settle by hand. */
function PaymentWarnings(props: Pick<Insights["providers"], "webhookMissing" | "strayPayments">) {
  const { webhookMissing, strayPayments } = props;
  if (!webhookMissing && strayPayments.length === 0) return null;
  return (
    <Stack mb="md">
      {webhookMissing && (
        <Alert color="yellow" title="PayPal does not know where to tell of payments">
          No webhook is registered, so refunds are learnt a day late and disputes not at all.{" "}
          <Link to="/admin/settings?panel=paypal">Open Paypal Setup</Link> and press 'Register webhook'.
        </Alert>
      )}
      {strayPayments.length > 0 && (
        <Alert color="red" title="Payments that belong to no order">
          <ul className={styles.strays}>
            {strayPayments.map(({ id, amountMinor, currency, payerEmail, reason }) => (
              <li key={id}>
                <strong>
                  <Price minor={amountMinor} currency={currency} />
                </strong>{" "}
                of {payerEmail ?? "an unknown payer"}, transaction {id}: {reason}.
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </Stack>
  );
}

function Panels({ figures }: { figures: Insights }) {
  const revenue = sum(figures, "revenueMinor");
  return (
    <div className={styles.panels}>
      <Card component="section" aria-labelledby="revenue">
        <Title order={2} size="h4" id="revenue">
          Revenue, net of refunds
        </Title>
        <p className={styles.total}>
          <Price minor={revenue} currency={figures.currency} />
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
        <Figures
          figures={[
            ["Open tickets", figures.openTickets],
            ["AI keys in use", figures.providers.aiKeys.active],
            ["AI keys resting", figures.providers.aiKeys.resting],
            ["AI keys refused", figures.providers.aiKeys.refused],
            ["Payments still open at PayPal", figures.providers.unsettledPayments],
            ["Orders rescued in 30 days", figures.providers.reconciledOrders],
            ["Mails waiting", figures.providers.queuedMails],
            ["Mails that failed", figures.providers.failedMails],
          ]}
        />
      </Card>
    </div>
  );
}

function Figures({ figures }: { figures: [string, number][] }) {
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
  return failureTexts[reason] ?? reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll("-", " ");
}

type Countable = Exclude<keyof Insights["days"][number], "day">;

function sum(figures: Insights, name: Countable): number {
  return figures.days.reduce((total, day) => total + day[name], 0);
}
