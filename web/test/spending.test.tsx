import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { Spending } from "#contract/spending.ts";
import { OtherCurrencies } from "#web/features/admin-dashboard/other-currencies.tsx";
import { Figures } from "#web/features/admin-dashboard/spending.tsx";

const call = { model: "first", calls: 2, tokensIn: 1, tokensOut: 1, pictures: 2 };
const priced = { ...call, costMicros: 68_000, unpricedCalls: 0 };
const unpriced = { ...call, costMicros: 0, unpricedCalls: 2 };
const nothing: Spending = {
  currency: "USD",
  timeZone: "UTC",
  from: "2026-11-01",
  to: "2026-11-30",
  today: {
    day: "2026-11-30",
    costMicros: 0,
    calls: 0,
    unpricedCalls: 0,
    limitReached: false,
    opensAt: "2026-12-01T00:00:00.000Z",
  },
  limit: null,
  byModel: [],
  revenue: 1250,
  refunded: 0,
  fees: 50,
  otherCurrencies: [{ currency: "EUR", revenue: 1000, fees: 100 }],
  paymentsWithoutFee: 0,
  modelCostMicros: 0,
  unpricedCalls: 0,
  left: 1200,
  failedRuns: { runs: 1, costMicros: 0 },
  freeRuns: { runs: 0, costMicros: 0 },
  withoutPrice: [],
  pricesEntered: true,
  modelsGoing: [],
};

function shown(element: ReactNode): string {
  const router = createMemoryRouter([{ path: "*", element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />).replace(/<[^>]*>/g, "");
}
const spending = (more: Partial<Spending>) => shown(<Figures found={{ ...nothing, ...more }} />);

test("'No prices entered' stands where no model has a price alone, and what is left everywhere else", () => {
  const none = { withoutPrice: ["first", "second"], pricesEntered: false };
  for (const byModel of [[], [unpriced]]) {
    const page = spending({ ...none, byModel, unpricedCalls: byModel.length * 2 });
    expect(page).toContain("No prices entered");
    expect(page).not.toContain("Left");
  }
  const uncalled = spending({ withoutPrice: ["second"] });
  expect(uncalled).not.toContain("No prices entered");
  expect(uncalled).toMatch(/Left.*\$12\.00/);
  expect(uncalled).toContain("No price for second.");
  const called = spending({ withoutPrice: ["first"], byModel: [unpriced], unpricedCalls: 2 });
  expect(called).toContain("2 calls of this period had no price in USD");
  expect(called).toContain("unknown");
  expect(spending({ ...none, byModel: [priced] }), "priced when they were made").toMatch(/Left.*\$12\.00/);
});

test("failed runs of the spending are told as those that called a model, since others cost nothing", () => {
  expect(spending({})).toContain("Failed runs that called a model");
});

test("money in other currencies says where PayPal's fees are off it", () => {
  expect(spending({})).toMatch(/in other currencies, less PayPal&#x27;s fees: €9\.00/);
  const sums = [{ currency: "EUR", minor: 1000 }];
  expect(shown(<OtherCurrencies sums={sums} className="" />)).toMatch(/in other currencies: €10\.00/);
});
