import { expect, test } from "vitest";
import { ApiError } from "#web/api/client.ts";
import { loadFailure, loadOrderPage } from "#web/features/orders/order-page.ts";

test.each([
  [new ApiError(401, { message: "Please log in to continue." }), "User email not found"],
  [new ApiError(500, {}), "HTTP error! Status: 500"],
  [new ApiError(0, {}), "Failed to fetch data: Network error or server not responding"],
  [new TypeError("broken"), "Failed to fetch data: broken"],
])("a list that could not be loaded says why: %s", (error, text) => {
  expect(loadFailure(error)).toBe(text);
});

test("without an e-mail of one's own no list is asked for, since an admin's would be everyone's", async () => {
  const page = {
    kind: "package",
    email: "",
    pendingOnly: false,
    search: "",
  } as const;
  let asked = 0;
  const api = () => {
    asked += 1;
    return Promise.reject(new Error("not reached"));
  };
  expect(await loadOrderPage(api, page)).toEqual({ ...page, answer: undefined });
  expect(asked).toBe(0);
});
