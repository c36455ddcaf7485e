import { Link } from "react-router";
import { displayMoney } from "#contract/display-money.ts";
import { type Spending, spendingNoticePercent } from "#contract/spending.ts";
import { OtherCurrencies } from "#web/features/admin-dashboard/other-currencies.tsx";
import styles from "#web/features/admin-dashboard/spending.module.css";
import { DescriptionItem, DescriptionList } from "#web/ui/details.tsx";
import { Table } from "#web/ui/elements/layout.tsx";
import { Title } from "#web/ui/elements/text.tsx";
import { displayMicros } from "#web/ui/micros.ts";
import { Price, ShownPrice } from "#web/ui/price.tsx";

export function Today({ found }: { found: Spending }) {
  const { today, limit, currency, timeZone } = found;
  const percent = limit === null ? null : Math.floor(today.costMicros / (limit * 100));
  const shown = Math.min(100, percent ?? 0);
  return (
    <>
      <Title order={3} size="h5">
        Today ({timeZone})
      </Title>
      <p className={styles.total}>
        <Cost micros={today.costMicros} currency={currency} />
      </p>
      {limit === null || percent === null ? (
        <p className={styles.muted}>
          No daily limit. <Link to="/admin/settings?panel=generator">Set one</Link>
        </p>
      ) : (
        <>
          <div
            role="progressbar"
            aria-label="Of today's limit"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={shown}
            className={styles.progress}
            data-color={percent >= 100 ? "red" : percent >= spendingNoticePercent ? "yellow" : "accent"}
          >
            <div style={{ width: `${shown}%` }} />
          </div>
          <p className={styles.muted}>
            {`${percent} % of today's limit of ${displayMoney(limit, currency)}`}
          </p>
        </>
      )}
    </>
  );
}

export function Left({ found }: { found: Spending }) {
  const { currency, timeZone, revenue, refunded, fees, modelCostMicros, left, paymentsWithoutFee } = found;
  return (
    <>
      <Title order={3} size="h5" mt="lg" mb="sm">
        In this period ({timeZone})
      </Title>
      <DescriptionList>
        <DescriptionItem name={refunded !== 0 ? "Revenue, net of refunds" : "Revenue"}>
          <Price minor={revenue} currency={currency} />
        </DescriptionItem>
        <DescriptionItem name="PayPal's fees">
          <ShownPrice shown={less(fees, displayMoney(fees, currency))} currency={currency} />
        </DescriptionItem>
        <DescriptionItem name="Models">
          <ShownPrice
            shown={less(modelCostMicros, displayMicros(modelCostMicros, currency))}
            currency={currency}
          />
        </DescriptionItem>
        <DescriptionItem name="Left" kind="total">
          <Price minor={left} currency={currency} />
        </DescriptionItem>
      </DescriptionList>
      <OtherCurrencies
        sums={found.otherCurrencies.map((other) => ({ ...other, minor: other.revenue - other.fees }))}
        isNet
        className={styles.note}
      />
      {paymentsWithoutFee > 0 && (
        <p className={styles.note}>
          PayPal has not told its fee of{" "}
          {paymentsWithoutFee === 1 ? "1 payment" : `${paymentsWithoutFee} payments`}.
        </p>
      )}
    </>
  );
}

/** What goes off; nothing is not less. */
const less = (amount: number, shown: string) => (amount === 0 ? shown : `−${shown}`);

export function ByModel({ found }: { found: Spending }) {
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
          <Table aria-labelledby="by-model">
            <thead>
              <tr>
                <th scope="col">Model</th>
                <th scope="col">Calls</th>
                <th scope="col">Pictures</th>
                <th scope="col">Tokens</th>
                <th scope="col">Cost</th>
              </tr>
            </thead>
            <tbody>
              {byModel.map((row) => (
                <tr key={row.model}>
                  <th scope="row" className={styles.model}>
                    {row.model}
                  </th>
                  <td>{row.calls.toLocaleString("en")}</td>
                  <td>{row.pictures.toLocaleString("en")}</td>
                  <td>{(row.tokensIn + row.tokensOut).toLocaleString("en")}</td>
                  <td>
                    {row.calls === row.unpricedCalls ? (
                      "unknown"
                    ) : (
                      <Cost micros={row.costMicros} currency={currency} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </>
  );
}

/** Within what the models cost: what no credit was spent for. */
export function Unpaid({ found }: { found: Spending }) {
  const { failedRuns, freeRuns, currency } = found;
  const line = ({ runs, costMicros }: Spending["failedRuns"]) => (
    <>
      {runs.toLocaleString("en")} · <Cost micros={costMicros} currency={currency} />
    </>
  );
  return (
    <>
      <Title order={3} size="h5" mt="lg" mb="sm">
        Of this, for no credit
      </Title>
      <DescriptionList>
        <DescriptionItem name="Failed runs that called a model">{line(failedRuns)}</DescriptionItem>
        <DescriptionItem name="Free new takes that called a model">{line(freeRuns)}</DescriptionItem>
      </DescriptionList>
    </>
  );
}

function Cost({ micros, currency }: { micros: number; currency: string }) {
  return <ShownPrice shown={displayMicros(micros, currency)} currency={currency} />;
}
