import { listCreditEntries } from "#contract/credits.ts";
import { pageApi } from "#web/api/page-api.ts";
import { orLater } from "#web/api/query.tsx";
import { firstStatementQuery, Statement } from "#web/features/credits/statement.tsx";
import { pageTitle } from "#web/features/session/page-title.ts";
import type { Route } from "./+types/credits";

export const meta = pageTitle("Credit Statement");

export async function loader({ context }: Route.LoaderArgs) {
  return { entries: await orLater(pageApi(context)(listCreditEntries, { query: firstStatementQuery })) };
}

export default function Credits({ loaderData }: Route.ComponentProps) {
  return <Statement loaded={loaderData.entries} />;
}
