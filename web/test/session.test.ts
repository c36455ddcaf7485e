import { describe, expect, it } from "vitest";
import { daysLeft } from "#web/features/dashboard/hero.tsx";
import { adminMenu, mayEnterAdmin } from "#web/features/shell/admin-shell.tsx";
import { customerMenu } from "#web/features/shell/customer-shell.tsx";
import { loginPath } from "#web/features/shell/require-viewer.ts";

describe("the signed-in areas", () => {
  it("list the documented entries first, and the admin's to admins alone", () => {
    const labels = customerMenu("member").map((entry) => entry.label);
    expect(labels.slice(0, 6)).toEqual([
      "Dashboard",
      "YouTube Thumbnail Generator",
      "Upgrade Package",
      "Support",
      "Pending Payment",
      "Subscription History",
    ]);
    expect([...new Set(customerMenu("member").map(({ group }) => group))]).toEqual([
      undefined,
      "Create",
      "Billing",
      "Help",
    ]);
    expect(labels).not.toContain("Admin Dashboard");
    const [first, ...rest] = customerMenu("Admin");
    expect(first).toMatchObject({ to: "/admin/dashboard", label: "Admin Dashboard", newTab: true });
    expect(rest).toEqual(customerMenu("member"));
    expect(customerMenu("Seller").map((entry) => entry.to)).toEqual(
      customerMenu("member").map((entry) => entry.to),
    );
  });

  it("let a moderator into the support console and nowhere else", () => {
    for (const path of ["/admin/dashboard", "/admin/support-messages-x", "/admin/users", "/admin/settings"]) {
      expect(mayEnterAdmin("moderator", path), path).toBe(false);
    }
    for (const path of ["/admin", "/admin/", "/admin/support-messages", "/admin/support-messages/1"]) {
      expect(mayEnterAdmin("moderator", path), path).toBe(true);
    }
    expect(mayEnterAdmin("member", "/admin")).toBe(false);
    expect(mayEnterAdmin("Seller", "/admin/support-messages")).toBe(false);
    expect(mayEnterAdmin("Admin", "/admin/users")).toBe(true);
    expect(adminMenu("moderator").map((entry) => entry.to)).toEqual(["/admin/support-messages"]);
  });

  it("remember where a visitor was going, query included, and only its path", () => {
    expect(loginPath("https://shop.example/user/credits?page=2&q=a b")).toBe(
      "/login?from=%2Fuser%2Fcredits%3Fpage%3D2%26q%3Da%2520b",
    );
  });

  it("count the days of a membership rounded up, and end them exactly", () => {
    const now = Date.parse("2026-11-21T12:00:00Z");
    expect(daysLeft("2026-11-21T12:00:01Z", now)).toBe("1 day left");
    expect(daysLeft("2026-11-23T12:00:00Z", now)).toBe("2 days left");
    expect(daysLeft("2026-11-21T12:00:00Z", now)).toBe("Expired");
    expect(daysLeft("not a date", now)).toBe("Expired");
  });
});
