import { Alert, Button, Card, Progress, Skeleton, Table, Title } from "@mantine/core";
import { Link } from "react-router";
import { displayMoney } from "#contract/display-money.ts";
import { getSpending, type Spending, spendingNoticePercent } from "#contract/spending.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-dashboard/spending.module.css";
import { DescriptionItem, DescriptionList } from "#web/ui/details.tsx";
import { displayMicros } from "#web/ui/micros.ts";
import { Price } from "#web/ui/price.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";

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
      {query.isPending && <Skeleton height={320} />}
      {found && <Figures found={found} />}
    </Card>
  );
}

function Figures({ found }: { found: Spending }) {
  const { byModel, currency, withoutPrice } = found;
  const isPriced = byModel.some(({ calls, unpricedCalls }) => calls > unpricedCalls);
  return (
    <>
      <ModelWarnings found={found} />
      {!isPriced && withoutPrice.length > 0 ? (
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
            ? `; ${callsText(found.unpricedCalls)} in this period were made without one.`
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
      {isPriced && found.unpricedCalls > 0 && (
        <p className={styles.note}>
          {callsText(found.unpricedCalls)} of this period had no price in {currency}, and are not counted.
        </p>
      )}
      {isPriced && withoutPrice.length > 0 && (
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

function Today({ found }: { found: Spending }) {
  const { today, limit, currency, timeZone } = found;
  const percent = limit === null ? null : Math.floor(today.costMicros / (limit * 100));
  return (
    <>
      <Title order={3} size="h5">
        Today ({timeZone})
      </Title>
      <p className={styles.total}>{displayMicros(today.costMicros, currency)}</p>
      {limit === null || percent === null ? (
        <p className={styles.muted}>
          No daily limit. <Link to={settings}>Set one</Link>
        </p>
      ) : (
        <>
          <Progress
            value={Math.min(100, percent)}
            color={percent >= 100 ? "red" : percent >= spendingNoticePercent ? "yellow" : "accent"}
            aria-label="Of today's limit"
          />
          <p className={styles.muted}>
            {percent} % of today's limit of {displayMoney(limit, currency)}
          </p>
        </>
      )}
    </>
  );
}

function Left({ found }: { found: Spending }) {
  const { currency, revenue, refunded, fees, modelCostMicros, left, paymentsWithoutFee } = found;
  return (
    <>
      <Title order={3} size="h5" mt="lg" mb="sm">
        In this period
      </Title>
      <DescriptionList>
        <DescriptionItem name={refunded > 0 ? "Revenue, net of refunds" : "Revenue"}>
          <Price minor={revenue} currency={currency} />
        </DescriptionItem>
        <DescriptionItem name="PayPal's fees">
          <Price minor={-fees} currency={currency} />
        </DescriptionItem>
        <DescriptionItem name="Models">−{displayMicros(modelCostMicros, currency)}</DescriptionItem>
        <DescriptionItem name="Left" kind="total">
          <Price minor={left} currency={currency} />
        </DescriptionItem>
      </DescriptionList>
      {paymentsWithoutFee > 0 && (
        <p className={styles.note}>
          PayPal has not told its fee of{" "}
          {paymentsWithoutFee === 1 ? "1 payment" : `${paymentsWithoutFee} payments`}.
        </p>
      )}
    </>
  );
}

function ByModel({ found }: { found: Spending }) {
  const { byModel, currency } = found;
  return (
    <>
      <Title order={3} size="h5" mb="sm" id="by-model">
        By model
      </Title>
      {byModel.length === 0 ? (
        <p className={styles.muted}>No model was called in this period.</p>
      ) : (
        // Wide numbers scroll by themselves on a phone, and by the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached.
        <section className={styles.scroll} tabIndex={0} aria-labelledby="by-model">
          <Table aria-labelledby="by-model" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Model</Table.Th>
                <Table.Th scope="col">Calls</Table.Th>
                <Table.Th scope="col">Pictures</Table.Th>
                <Table.Th scope="col">Tokens</Table.Th>
                <Table.Th scope="col">Cost</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {byModel.map((row) => (
                <Table.Tr key={row.model}>
                  <Table.Th scope="row" className={styles.model}>
                    {row.model}
                  </Table.Th>
                  <Table.Td>{row.calls.toLocaleString("en")}</Table.Td>
                  <Table.Td>{row.pictures.toLocaleString("en")}</Table.Td>
                  <Table.Td>{(row.tokensIn + row.tokensOut).toLocaleString("en")}</Table.Td>
                  <Table.Td>
                    {row.calls === row.unpricedCalls ? "unknown" : displayMicros(row.costMicros, currency)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </>
  );
}

/** Within what the models cost: what no credit was spent for. */
function Unpaid({ found }: { found: Spending }) {
  const { failedRuns, freeRuns, currency } = found;
  const line = ({ runs, costMicros }: Spending["failedRuns"]) =>
    `${runs.toLocaleString("en")} · ${displayMicros(costMicros, currency)}`;
  return (
    <>
      <Title order={3} size="h5" mt="lg" mb="sm">
        Of this, for no credit
      </Title>
      <DescriptionList>
        <DescriptionItem name="Failed runs">{line(failedRuns)}</DescriptionItem>
        <DescriptionItem name="Free new takes">{line(freeRuns)}</DescriptionItem>
      </DescriptionList>
    </>
  );
}

const callsText = (calls: number) => (calls === 1 ? "1 call" : `${calls.toLocaleString("en")} calls`);

const slashed = (moment: string) => moment.slice(0, 10).split("-").reverse().join("/");
