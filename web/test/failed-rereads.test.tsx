import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { listKeys } from "#contract/api-keys.ts";
import type { Call } from "#contract/call.ts";
import { getFactors } from "#contract/identity.ts";
import { getMessageLog } from "#contract/mail.ts";
import { listPasskeys } from "#contract/passkeys.ts";
import { getOrderHistory } from "#contract/payments.ts";
import { ApiError, queryKey } from "#web/api/client.ts";
import { Passkeys } from "#web/features/accounts/passkeys.tsx";
import { SecondFactor } from "#web/features/accounts/second-factor.tsx";
import { OrderHistory } from "#web/features/admin-orders/order-history.tsx";
import { Log } from "#web/features/admin-users/message-log-modal.tsx";
import { DevelopersScreen } from "#web/features/api-keys/developers-screen.tsx";
import { ConfirmProvider } from "#web/ui/confirm.tsx";

type Reading = { call: Call; input?: object; body: unknown };

/** What a screen says once what it had read can't be read again. */
function shown(screen: ReactNode, { call, input = {}, body }: Reading): string {
  const client = new QueryClient();
  const key = queryKey(call, input);
  client.setQueryData(key, { status: 200, total: null, body });
  const error = new ApiError(503, { message: "Not now." });
  client.getQueryCache().find({ queryKey: key })?.setState({ status: "error", error });
  const element = (
    <QueryClientProvider client={client}>
      <ConfirmProvider>{screen}</ConfirmProvider>
    </QueryClientProvider>
  );
  const routes = [{ id: "root", path: "*", element }];
  const loaderData = { root: { user: null, shop: {} } };
  const page = renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter(routes, { hydrationData: { loaderData } })} />,
  );
  return page.replace(/<[^>]*>/g, " ");
}

const at = "2026-11-02T15:30:00.000Z";

const payment = {
  kind: "capture",
  title: "Another amount",
  at,
  details: {},
  refundable: { captureId: "capture", amount: "12.50", currency: "USD" },
};
const mail = {
  _id: "mail",
  status: "failed",
  toEmail: "ada@example.com",
  subject: "Receipt",
  lastError: null,
};
const key = { id: "key", name: "Night run", scopes: [], expired: false, createdAt: at };
const passkey = { _id: "passkey", name: "Phone", createdAt: at, lastUsedAt: null, isSynced: false };

const screens: { name: string; screen: ReactNode; read: Reading; says: RegExp }[] = [
  {
    name: "an order's history",
    screen: <OrderHistory id="order" />,
    read: {
      call: getOrderHistory,
      input: { params: { id: "order" } },
      body: { success: true, data: [payment] },
    },
    says: /history could not be loaded.*Not now\..*Give this payment back/s,
  },
  {
    name: "the message log",
    screen: <Log />,
    read: { call: getMessageLog, input: { query: { page: 1, pageSize: 5 } }, body: [mail] },
    says: /Failed only.*log could not be loaded.*Not now\..*Send again/s,
  },
  {
    name: "a member's keys",
    screen: <DevelopersScreen loaded={undefined} />,
    read: { call: listKeys, body: { success: true, data: [key] } },
    says: /New key.*keys could not be loaded.*Not now\..*Night run/s,
  },
  {
    name: "the second factor",
    screen: <SecondFactor />,
    read: {
      call: getFactors,
      body: { success: true, data: { totp: true, backupCodesLeft: 4, passkeys: 0 } },
    },
    says: /New backup codes.*second factor could not be loaded.*Not now\./s,
  },
  {
    name: "a person's passkeys",
    screen: <Passkeys />,
    read: { call: listPasskeys, body: { success: true, data: [passkey] } },
    says: /passkeys could not be loaded.*Not now\..*Phone.*Add a passkey/s,
  },
];

test.each(screens)(
  "$name that can't be read again stays beside the words that say so, with what can be done with it",
  ({ screen, read, says }) => {
    expect(shown(screen, read)).toMatch(says);
  },
);
