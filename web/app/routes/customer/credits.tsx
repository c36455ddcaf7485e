import { FileDown } from "lucide-react";
import { Link, useLocation } from "react-router";
import { counted } from "#contract/counted.ts";
import { type CreditEntry, downloadCreditEntries, listCreditEntries } from "#contract/credits.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { useCall } from "#web/api/query.tsx";
import { wayToCredits } from "#web/features/shell/may-buy.ts";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import css from "#web/routes/customer/credits.module.css";
import { reasonText, signedAmount } from "#web/ui/credit-words.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";
import { type TableDefaults, tablePageSize, tableQueryOf, useTableUrl } from "#web/ui/table-url.ts";
import type { Route } from "./+types/credits";

export const meta = pageTitle("Credit Statement");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { search } = url;
  const input = statementInput(tableQueryOf(search, statementOrder));
  return { entries: await undefinedOnError(pageApi(context)(listCreditEntries, input)), search };
}

/** Page and sort are the screen's own matter once it stands. */
export const shouldRevalidate = revalidateOnPathChange;

type StatementSort = "createdAt" | "amount";
const statementOrder: TableDefaults<StatementSort> = {
  sorts: ["createdAt", "amount"],
  sort: "createdAt",
  order: "desc",
};

/** What the server is asked for where the screen's address says `query`. */
function statementInput({ page, sort, order }: ReturnType<typeof tableQueryOf<StatementSort>>) {
  return { query: { page, pageSize: tablePageSize, sort, order } };
}

const columns: DataColumn<CreditEntry>[] = [
  {
    id: "date",
    header: "Date",
    sortKey: "createdAt",
    cell: (entry) => <FormattedDate at={entry.createdAt} time />,
  },
  {
    id: "reason",
    header: "Reason",
    card: "title",
    cell: (entry) => (
      <span className={css.cause}>
        {entry.previewUrl && (
          <img
            className={css.preview}
            src={`${entry.previewUrl}?width=320`}
            alt=""
            width={80}
            height={45}
            loading="lazy"
          />
        )}
        <span className={css.reason}>
          {entry.runTitle && <strong className={css.title}>{entry.runTitle}</strong>}
          {reasonText(entry.reason)}
          {entry.note && <span className={css.note}>{entry.note}</span>}
          {entry.orderId && (
            <Link className={css.link} to={`/user/orders?show=packages&q=${entry.orderId}`}>
              {entry.packageName && `${entry.packageName}, `}Order {entry.orderId}
            </Link>
          )}
          {entry.generationId && entry.runTitle && (
            <Link className={css.link} to={`/user/generate-image?run=${entry.generationId}`}>
              Show run<span className="visually-hidden">: {entry.runTitle}</span>
            </Link>
          )}
          {entry.generationId && !entry.runTitle && <span className={css.note}>This run was deleted.</span>}
        </span>
      </span>
    ),
  },
  {
    id: "amount",
    header: "Credits",
    sortKey: "amount",
    align: "end",
    cell: (entry) => (
      <span className={css.amount} data-gain={entry.amount > 0 || undefined}>
        {signedAmount(entry.amount)}
      </span>
    ),
  },
  {
    id: "balance",
    header: "Balance",
    align: "end",
    cell: (entry) => <span className={css.amount}>{entry.balanceAfter.toLocaleString("en-US")}</span>,
  },
];

/** Every change of the own balance, newest first. */
export default function Statement({ loaderData }: Route.ComponentProps) {
  const { user } = useViewer();
  const owed = user?.creditsOwed ?? 0;
  const way = wayToCredits(user, "Get credits");
  const { search } = useLocation();
  const { query, change } = useTableUrl(statementOrder);
  const list = useCall(listCreditEntries, statementInput(query), {
    loaded: search === loaderData.search ? loaderData.entries : undefined,
    keepPrevious: true,
  });
  return (
    <>
      <PageHeader
        title="Credit Statement"
        description={
          <>
            You have <strong>{counted(user?.currentBalance ?? 0, "credit")}</strong>. Each change of your
            balance is listed here.
            {owed > 0 &&
              ` You owe ${counted(owed, "credit")} that were spent before their payment went back. The next credits settle them first.`}
          </>
        }
        actions={
          <Button
            component="a"
            href={downloadCreditEntries.path}
            download
            variant="default"
            leftSection={<FileDown size={18} aria-hidden />}
          >
            Download CSV
          </Button>
        }
      />
      <DataTable
        caption="Credit statement"
        columns={columns}
        rows={list.data}
        rowId={(entry) => entry._id}
        total={list.total ?? 0}
        pageSize={tablePageSize}
        {...query}
        onChange={change}
        loading={list.isPending || list.isPlaceholderData}
        loadingText="Loading statement..."
        error={list.error?.message}
        errorTitle="Your statement could not be loaded."
        onRetry={() => list.refetch()}
        emptyTitle="No entries yet"
        emptyText="Bought, spent and returned credits will be listed here."
        emptyAction={
          <Button component={Link} to={way.to}>
            {way.label}
          </Button>
        }
      />
    </>
  );
}
