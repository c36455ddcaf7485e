import { expect, test } from "vitest";
import { returnAddress } from "#web/features/accounts/account-page.tsx";

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/..//evil.example",
  "javascript:alert(1)",
  "/login",
  "/register?from=%2Fuser%2Forders",
  "/forgot-password",
  "/reset-password",
])("whoever has signed in is led to the dashboard, not to %s", (from) => {
  expect(returnAddress(from)).toBe("/user/dashboard");
});

test("whoever has signed in is led back to where they came from", () => {
  expect(returnAddress("/user/orders?page=2")).toBe("/user/orders?page=2");
});
