import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { AdminOrder } from "#web/features/admin-orders/order-kinds.ts";
import { RefundForm } from "#web/features/admin-orders/refund-form.tsx";
import { ConfirmProvider } from "#web/ui/confirm.tsx";

function shown(paymentStatus: AdminOrder["paymentStatus"]): string {
  const order = {
    _id: "order",
    totalPrice: "12.50",
    refundedAmount: "2.50",
    currency: "USD",
    paymentStatus,
  } as AdminOrder;
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmProvider>
        <RefundForm order={order} detailKey={[]} />
      </ConfirmProvider>
    </QueryClientProvider>
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

const amountOf = (page: string) => /<input[^>]*value="10\.00"[^>]*>/.exec(page)?.[0];

test("of a payment that its buyer disputes an admin can give back what is left alone, and reads why", () => {
  const disputed = shown("Disputed");
  expect(amountOf(disputed)).toMatch(/readonly/i);
  expect(disputed).toContain("While the case is open, PayPal gives all of it back or nothing.");
  const partly = shown("Partially refunded");
  expect(amountOf(partly)).not.toMatch(/readonly/i);
  expect(partly).not.toContain("While the case");
});
