import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { getOrderHistory } from "#contract/payments.ts";
import { queryKey } from "#web/api/client.ts";
import { OrderHistory } from "#web/features/admin-orders/order-history.tsx";
import { ConfirmProvider } from "#web/ui/confirm.tsx";

const settled = ["pending", "done", "failed"];
const titles = [
  ...settled.flatMap((state) => [`refund: ${state}`, `reversal: ${state}`]),
  ...["open", "won", "lost", "closed"].map((state) => `dispute: ${state}`),
  ...["open", "done", "refused"].map((state) => `Refund asked for: ${state}`),
];

test.each(titles)("an order's history tells '%s' in a sentence", (title) => {
  const client = new QueryClient();
  const line = { kind: "refund", title, at: "2026-11-02T15:30:00.000Z", details: {} };
  client.setQueryData(queryKey(getOrderHistory, { params: { id: "order" } }), {
    status: 200,
    total: null,
    body: { success: true, data: [line] },
  });
  const element = (
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <OrderHistory id="order" />
      </ConfirmProvider>
    </QueryClientProvider>
  );
  const routes = [{ id: "root", path: "*", element }];
  const hydrationData = { loaderData: { root: { user: null, shop: {} } } };
  const page = renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter(routes, { hydrationData })} />,
  );
  expect(page).toContain("2026");
  expect(page).not.toContain(title);
});
