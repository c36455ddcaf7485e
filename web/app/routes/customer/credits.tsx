import { listCreditEntries } from "#contract/credits.ts";
import { pageApi } from "#web/api/page-api.ts";
import { orLater } from "#web/api/query.tsx";
import { Statement, statementInput, statementOrder } from "#web/features/credits/statement.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { tableQueryOf } from "#web/ui/table-url.ts";
import type { Route } from "./+types/credits";

export const meta = pageTitle("Credit Statement");

export async function loader({ context, url }: Route.LoaderArgs) {
  const input = statementInput(tableQueryOf(url.search, statementOrder));
  return { entries: await orLater(pageApi(context)(listCreditEntries, input)) };
}

export default function Credits({ loaderData }: Route.ComponentProps) {
  return <Statement loaded={loaderData.entries} />;
}
