import type { FastifyRequest } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Access, type Call, proofMinutes } from "#contract/call.ts";
import type { Role } from "#contract/roles.ts";
import { requireAccess, requireProof, requireSameOrigin } from "#server/platform/http/access.ts";

const roles: (Role | null)[] = [null, "member", "Seller", "moderator", "Admin"];

/** What each role in the order above is answered; "" lets in. */
const expected: Record<Access, string[]> = {
  visitor: ["", "", "", "", ""],
  provider: ["", "", "", "", ""],
  member: ["UNAUTHENTICATED", "", "", "", ""],
  buyer: ["UNAUTHENTICATED", "", "SELLER_CANNOT_BUY", "", ""],
  support: ["UNAUTHENTICATED", "FORBIDDEN", "FORBIDDEN", "", ""],
  admin: ["UNAUTHENTICATED", "FORBIDDEN", "FORBIDDEN", "FORBIDDEN", ""],
};

function codeOf(work: () => void): string {
  try {
    work();
    return "";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each(Object.keys(expected) as Access[])("a call for %s lets in exactly whom it is for", (access) => {
  const answers = roles.map((role) =>
    codeOf(() => requireAccess(access, role && { role, owesFactor: false })),
  );
  expect(answers).toEqual(expected[access]);
});

test.each<[Access, string]>([
  ["visitor", ""],
  ["provider", ""],
  ["member", ""],
  ["buyer", ""],
  ["support", "FACTOR_REQUIRED"],
  ["admin", "FACTOR_REQUIRED"],
])("of staff who owe a second factor, a call for %s asks: %s", (access, code) => {
  for (const role of ["moderator", "Admin"] as const)
    expect(codeOf(() => requireAccess(access, { role, owesFactor: true }))).toBe(code);
});

test("a call that wants a proof takes one of fifteen minutes at most, and one that does not asks for none", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const isAsked = (proof: Call["proof"], ageMs: number | null) =>
    codeOf(() =>
      requireProof({ proof } as Call, ageMs === null ? null : { provenAt: new Date(Date.now() - ageMs) }),
    );
  expect(isAsked("recent", proofMinutes * 60_000)).toBe("");
  expect(isAsked("recent", proofMinutes * 60_000 + 1)).toBe("PROOF_REQUIRED");
  expect(isAsked("recent", 0)).toBe("");
  expect(isAsked("recent", null)).toBe("PROOF_REQUIRED");
  expect(isAsked(undefined, null)).toBe("");
  expect(isAsked(undefined, proofMinutes * 60_000 + 1)).toBe("");
});

const shop = "https://shop.example";

test.each<[string, string, Record<string, string>, string]>([
  ["GET", "another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, ""],
  ["HEAD", "another site", { origin: "https://evil.example" }, ""],
  ["OPTIONS", "another site", { origin: "https://evil.example" }, ""],
  ["POST", "the shop", { origin: shop, "sec-fetch-site": "same-origin" }, ""],
  ["POST", "no browser", {}, ""],
  ["POST", "the address bar", { "sec-fetch-site": "none" }, ""],
  ["POST", "another site", { origin: "https://evil.example" }, "CROSS_SITE"],
  ["PUT", "an origin that only begins alike", { origin: `${shop}.evil.example` }, "CROSS_SITE"],
  ["PATCH", "the same host without TLS", { origin: "http://shop.example" }, "CROSS_SITE"],
  ["DELETE", "a null origin", { origin: "null" }, "CROSS_SITE"],
  ["POST", "an empty origin", { origin: "" }, "CROSS_SITE"],
  ["POST", "a cross-site fetch without an origin", { "sec-fetch-site": "cross-site" }, "CROSS_SITE"],
  ["POST", "a sibling host", { "sec-fetch-site": "same-site" }, "CROSS_SITE"],
  [
    "POST",
    "a sibling host with the shop's origin",
    { origin: shop, "sec-fetch-site": "same-site" },
    "CROSS_SITE",
  ],
])("%s from %s", (method, _name, headers, code) => {
  const request = { method, headers } as unknown as FastifyRequest;
  expect(codeOf(() => requireSameOrigin(request, shop))).toBe(code);
});
