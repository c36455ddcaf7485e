import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const app = new URL("../app/", import.meta.url);

/** Who tells a failure by a toast, and what of the same file keeps it on the screen. */
const shownBy: Record<string, string> = {
  "features/accounts/personal-information.tsx": "<FailureNotice failure={failure} />",
  "features/accounts/profile-photo.tsx": '<Text role="alert"',
  "features/brand/use-brand.ts": "hasFailed: problem !== null",
  "features/orders/cancel-order.tsx": '<span role="alert"',
  "features/orders/order-page.ts": "{ error, errorTitle: couldNotLoad[kind] }",
  "features/support/failure.ts": "return { problem,",
  "features/support/ticket-form.tsx": "problems={problems}",
  "routes/admin/orders.tsx": "{deletion.problem}",
};

test("a toast is never the only place of an error: who shows one says the same on the screen, where it stays", () => {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  const sources = files.filter((path) => /\.tsx?$/.test(path) && !path.startsWith("ui/toast"));
  const textOf = (path: string) => readFileSync(new URL(path, app), "utf8");
  expect(sources.filter((path) => /oasts(\.error\b|\[)/.test(textOf(path))).toSorted()).toEqual(
    Object.keys(shownBy),
  );
  const silent = Object.entries(shownBy).filter(([path, place]) => !textOf(path).includes(place));
  expect(silent).toEqual([]);
});
