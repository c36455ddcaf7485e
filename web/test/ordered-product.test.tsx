import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { ItemOrderRecord, OrderRecord } from "#contract/orders.ts";
import { columnsOf } from "#web/features/admin-orders/order-columns.tsx";
import { ItemName } from "#web/features/orders/order-cells.tsx";
import { BoughtPackage } from "#web/ui/order-package-modal.tsx";

test("what a package order bought is shown by the order alone, with six lines at most", () => {
  const points = ["10 credits", "30 days", "Three", "Four", "Five", "Six", "Seven"];
  const bought = { points, credit: 10, Validity: 30, packagePrice: "12.50", currency: "USD" };
  const order = { ...bought, orderStatus: "Completed" } as OrderRecord;
  const lines = [...renderToStaticMarkup(<BoughtPackage order={order} />).matchAll(/<\/svg>([^<]*)<\/li>/g)];
  expect(lines.map(([, line]) => line)).toEqual(points.slice(0, 6));
});

test.each([true, false])(
  "the name of an ordered item leads to its page while there is one: %s",
  (hasPage) => {
    const order = {
      itemName: "Banner Kit",
      slug: "banner-kit",
      itemId: "AB12CD34",
      hasPage,
    } as ItemOrderRecord;
    const { cell } = columnsOf("item", () => {}, { busyId: null, ask: () => {} }).find(
      ({ id }) => id === "product",
    )!;
    for (const name of [<ItemName key="own" order={order} />, cell(order)]) {
      const page = renderToStaticMarkup(<MemoryRouter>{name}</MemoryRouter>);
      expect(page).toContain("Banner Kit");
      expect(page.includes('href="/premium/banner-kit/AB12CD34"')).toBe(hasPage);
    }
  },
);
