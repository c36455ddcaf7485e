import { Headset, ReceiptText, Settings, Users } from "lucide-react";
import type { ComponentType } from "react";
import { Link } from "react-router";
import { getFirstSteps } from "#contract/first-steps.ts";
import { getInsights, type Insights } from "#contract/insights.ts";
import { pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-dashboard/dashboard.module.css";
import { FirstStepsList } from "#web/features/admin-dashboard/first-steps.tsx";
import { Panels } from "#web/features/admin-dashboard/panels.tsx";
import { SpendingCard } from "#web/features/admin-dashboard/spending.tsx";
import { Today } from "#web/features/admin-dashboard/today.tsx";
import { UserDirectory } from "#web/features/admin-users/user-directory.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Stack } from "#web/ui/elements/layout.tsx";
import { SegmentedControl } from "#web/ui/elements/segmented-control.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { KeyHint } from "#web/ui/key-hint.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Price } from "#web/ui/price.tsx";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";
import { ErrorState } from "#web/ui/states.tsx";
import type { Route } from "./+types/dashboard";

export const meta = pageTitle("Admin Dashboard");

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await undefinedOnError(pageApi(context)(getFirstSteps, {}));
  return { firstSteps: answer?.body.data };
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { user } = useRootData();
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={
          <>
            Welcome back, {user?.userName ?? "Admin"}.{" "}
            <KeyHint>Press Ctrl+K to find a person, an order or a ticket.</KeyHint>
          </>
        }
      />
      <FirstStepsList firstSteps={loaderData.firstSteps} />
      <Overview />
      <UserDirectory nested />
    </>
  );
}

const periods = ["7", "30", "90"];

/** How today goes, the four documented cards and, under them, what an owner wants to see in the morning. */
function Overview() {
  const { search, change } = useQueryInUrl();
  const asked = new URLSearchParams(search).get("days");
  const days = periods.find((period) => period === asked) ?? "30";
  const insights = useCall(getInsights, { query: { days } }, { keepPrevious: true });
  const figures = insights.data;

  return (
    <>
      <Today figures={figures} />
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
      {insights.isPending && <Skeleton className={`${styles.instead} ${styles.waiting}`} />}
      {figures && <Warnings {...figures.providers} matters={figures.matters} />}
      {figures && <Panels figures={figures} />}
      <SpendingCard days={days} />
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
function Warnings(
  props: Pick<Insights["providers"], "webhookMissing" | "strayPayments"> & Pick<Insights, "matters">,
) {
  const { webhookMissing, strayPayments, matters } = props;
  if (!webhookMissing && strayPayments.length === 0 && matters.length === 0) return null;
  return (
    <Stack mb="md">
      {matters.length > 0 && (
        <Alert color="red" title="These wait for you">
          <ul className={styles.strays}>
            {matters.map(({ text, path }) => (
              <li key={text}>
                <Link to={path}>{text}</Link>
              </li>
            ))}
          </ul>
        </Alert>
      )}
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
