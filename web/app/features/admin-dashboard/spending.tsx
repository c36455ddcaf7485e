import { Link } from "react-router";
import { counted } from "#contract/counted.ts";
import { getSpending, type Spending } from "#contract/spending.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-dashboard/spending.module.css";
import { ByModel, Left, Today, Unpaid } from "#web/features/admin-dashboard/spending-figures.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Card } from "#web/ui/elements/layout.tsx";
import { Title } from "#web/ui/elements/text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";

/** Where prices, limit and models are changed. */
const settings = "/admin/settings?panel=generator";

/** What the models cost today and in the chosen period, and what is left of what came in. */
export function SpendingCard({ days }: { days: string }) {
  const query = useCall(getSpending, { query: { days } }, { keepPrevious: true });
  const found = query.data;
  return (
    <Card component="section" aria-labelledby="spending" className={styles.card}>
      <Title order={2} size="h4" id="spending" mb="md">
        Spending
      </Title>
      {query.isError && (
        <ErrorState
          compact
          title="Spending could not be loaded"
          message={query.error.message}
          onRetry={() => query.refetch()}
        />
      )}
      {query.isPending && <Skeleton className={styles.waiting} />}
      {found && <Figures found={found} />}
    </Card>
  );
}

export function Figures({ found }: { found: Spending }) {
  const { byModel, currency, withoutPrice, pricesEntered } = found;
  const isUnknown = !pricesEntered && byModel.every(({ calls, unpricedCalls }) => calls === unpricedCalls);
  return (
    <>
      <ModelWarnings found={found} />
      {isUnknown ? (
        <EmptyState
          compact
          level={3}
          drawing="none"
          title="No prices entered"
          action={
            <Button component={Link} to={settings} variant="default">
              Enter the models' prices
            </Button>
          }
        >
          What the models cost is unknown until their prices are entered
          {byModel.length > 0
            ? `; ${counted(found.unpricedCalls, "call")} in this period were made without one.`
            : "."}
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          <div>
            <Today found={found} />
            <Left found={found} />
          </div>
          <div>
            <ByModel found={found} />
            <Unpaid found={found} />
          </div>
        </div>
      )}
      {!isUnknown && found.unpricedCalls > 0 && (
        <p className={styles.note}>
          {counted(found.unpricedCalls, "call")} of this period had no price in {currency}, and are not
          counted.
        </p>
      )}
      {!isUnknown && withoutPrice.length > 0 && (
        <p className={styles.note}>
          No price for {withoutPrice.join(", ")}. <Link to={settings}>Enter it in the settings</Link>
        </p>
      )}
    </>
  );
}

/** What keeps runs from being made, or soon will. */
function ModelWarnings({ found }: { found: Spending }) {
  const { modelsGoing, today, timeZone } = found;
  return (
    <div className={styles.warnings}>
      {today.limitReached && (
        <Alert color="red" title="Today's spending limit is reached">
          Members can start no run until midnight ({timeZone}). <Link to={settings}>Raise the limit</Link>
        </Alert>
      )}
      {modelsGoing.map(({ model, use, state, endsAt, standIn }) => (
        <Alert
          key={`${use} ${model}`}
          color={state === "gone" ? "red" : "yellow"}
          title={state === "gone" ? `The ${use} model ${model} is gone` : `${model} is announced to end`}
        >
          {state === "gone"
            ? standIn
              ? `${standIn} takes over meanwhile.`
              : "Google no longer lists it."
            : `Google ends this ${use} model${endsAt ? ` on ${slashed(endsAt)}` : " soon"}.`}{" "}
          <Link to={settings}>Choose another model</Link>
        </Alert>
      ))}
    </div>
  );
}

const slashed = (moment: string) => moment.slice(0, 10).split("-").reverse().join("/");
