import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { contentSecurityPolicy, isPaymentPage, pageHeaders } from "#server/platform/http/security-headers.ts";

const config = readConfig({
  APP_URL: "https://shop.example",
  PAYPAL_SDK_URL: "https://pay.example/sdk/js",
  PAYPAL_API_URL: "https://api.example/base",
});

function policyOf(url: string): Record<string, string[]> {
  const policy = contentSecurityPolicy(config, url, ["'sha256-abc='"], "n0nce");
  return Object.fromEntries(
    policy.split("; ").map((part) => {
      const [name = "", ...values] = part.split(" ");
      return [name, values];
    }),
  );
}

test.each([
  "/pay-now/ABCD1234",
  "/item-pay-now/64a0",
  "/pay-now/ABCD1234?again",
  "/Pay-Now/ABCD1234",
  "/admin/paypal-buttons?color=gold",
])("the payment page %s lets in what PayPal's guidance names, and the configured addresses", (url) => {
  const policy = policyOf(url);
  for (const name of ["script-src", "style-src", "connect-src", "frame-src", "child-src"]) {
    expect(policy[name]).toEqual(
      expect.arrayContaining([
        "https://*.paypal.com",
        "https://*.paypalobjects.com",
        "https://*.venmo.com",
        "https://pay.example",
        "https://api.example",
      ]),
    );
  }
  expect(policy["script-src"]).toEqual(expect.arrayContaining(["'nonce-n0nce'", "'sha256-abc='"]));
  expect(policy["script-src"]).not.toContain("'unsafe-inline'");
  expect(policy["img-src"]).toEqual(expect.arrayContaining(["https:", "data:"]));
  expect(isPaymentPage(url)).toBe(true);
});

test.each([
  "/",
  "/buy/64a0",
  "/user/orders?next=/pay-now/1",
  "/login?from=%2Fpay-now%2F1",
  "/admin/orders",
  "/admin/paypal-buttons-2",
])("no other page lets PayPal in: %s", (url) => {
  expect(JSON.stringify(policyOf(url))).not.toMatch(/paypal|venmo|pay\.example|api\.example|nonce/);
  expect(isPaymentPage(url)).toBe(false);
});

test("of all pages only the preview of the payment buttons stands in a frame, and only in the shop's own", () => {
  expect(policyOf("/admin/paypal-buttons?label=pay")["frame-ancestors"]).toEqual(["'self'"]);
  expect(pageHeaders("/admin/paypal-buttons")["x-frame-options"]).toBe("SAMEORIGIN");
  for (const url of ["/", "/admin/settings?panel=paypal", "/pay-now/ABCD1234", "/?x=/admin/paypal-buttons"]) {
    expect(policyOf(url)["frame-ancestors"]).toEqual(["'none'"]);
    expect(pageHeaders(url)["x-frame-options"]).toBe("DENY");
  }
});

test("a picture may come from any address that the content forms take: of this site, http or https", () => {
  expect(policyOf("/")["img-src"]).toEqual(expect.arrayContaining(["'self'", "http:", "https:"]));
});
