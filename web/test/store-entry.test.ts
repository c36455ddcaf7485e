import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { type CouponRecord, listCoupons } from "#contract/coupons.ts";
import { type FeatureRecord, listFeatures } from "#contract/features.ts";
import { queryKey } from "#web/api/client.ts";
import { storeEntry } from "#web/api/store-entry.ts";

test("what is edited next is what a save answered, on every page of a list that has it", () => {
  const client = new QueryClient();
  const pages = [1, 2].map((page) => queryKey(listCoupons, { query: { page } }));
  const rows = (version: number) => ({
    status: 200,
    total: 2,
    body: [{ id: "other" }, { id: "1", version }],
  });
  for (const page of pages) client.setQueryData(page, rows(1));
  storeEntry(client, listCoupons, { id: "1", version: 2 } as CouponRecord);
  for (const page of pages) {
    expect(client.getQueryData(page)).toEqual(rows(2));
    // Its place in the list may be another one by now.
    expect(client.getQueryState(page)?.isInvalidated).toBe(true);
  }
});

test("a list in an envelope keeps it, and one that was never read stays so", () => {
  const client = new QueryClient();
  const [read, unread] = [{}, { query: { q: "x" } }].map((input) => queryKey(listFeatures, input));
  const rows = (version: number) => ({ body: { success: true, data: [{ _id: "1", version }] } });
  client.setQueryData(read!, rows(1));
  storeEntry(client, listFeatures, { _id: "1", version: 2 } as FeatureRecord);
  expect(client.getQueryData(read!)).toEqual(rows(2));
  expect(client.getQueryData(unread!)).toBeUndefined();
});

test("a reading that a save overtook puts nothing back and is made anew, also where it was the page's first", async () => {
  const client = new QueryClient();
  let version = 1;
  let held = Promise.resolve();
  const [known, first] = [1, 2].map((page) => ({
    queryKey: queryKey(listCoupons, { query: { page } }),
    queryFn: async () => {
      const answer = rows(version);
      await held;
      return answer;
    },
  }));
  const rows = (of: number) => ({ status: 200, total: 1, body: [{ id: "1", version: of }] });
  await client.fetchQuery(known!);
  let letGo = () => {};
  held = new Promise((resolve) => {
    letGo = resolve;
  });
  const shown = [known!, first!].map((page) => new QueryObserver(client, page));
  for (const page of shown) onTestFinished(page.subscribe(() => {}));
  version = 2;
  storeEntry(client, listCoupons, { id: "1", version } as CouponRecord);
  const told = () => shown.map((page) => page.getCurrentResult().data);
  expect(told()).toEqual([rows(2), undefined]);
  letGo();
  await expect.poll(told).toEqual([rows(2), rows(2)]);
});
