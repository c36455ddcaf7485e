import { describe, expect, it } from "vitest";
import { askedSearch, withParams } from "#web/ui/query-in-url.ts";
import { filtersOf, type TableDefaults, tableQueryOf, tableValues } from "#web/ui/table-url.ts";

const defaults: TableDefaults = { sorts: ["createdAt", "totalPrice"], sort: "createdAt", order: "desc" };

describe("a list's state in its address", () => {
  it("comes back as it was written", () => {
    const state = { page: 3, sort: "totalPrice", order: "asc", q: "AB & ü" } as const;
    expect(tableQueryOf(withParams("", tableValues(state, defaults)), defaults)).toEqual(state);
  });

  it("leaves defaults out and other parameters in", () => {
    const state = { page: 1, sort: "createdAt", order: "desc", q: "" } as const;
    expect(withParams("?show=items&page=4&q=x", tableValues(state, defaults))).toBe("?show=items");
  });

  it("keeps a sort that is on its way when a search follows, and a search that a page follows", () => {
    const address = askedSearch("?page=4");
    address.change(tableValues({ page: 1, sort: "totalPrice", order: "asc" }, defaults));
    expect(address.change(tableValues({ page: 1, q: "x" }, defaults))).toBe("?sort=totalPrice&order=asc&q=x");
    expect(address.change(tableValues({ page: 2 }, defaults))).toBe("?sort=totalPrice&order=asc&q=x&page=2");
    expect(address.change(tableValues({ page: 1, q: "" }, defaults))).toBe("?sort=totalPrice&order=asc");
  });

  it.each(["?page=0", "?page=-2", "?page=1.5", "?page=x", "?page=99999999", "?sort=password", "?order=up"])(
    "passes over what makes no sense: %s",
    (search) => {
      expect(tableQueryOf(search, defaults)).toEqual({
        page: 1,
        sort: "createdAt",
        order: "desc",
        q: "",
      });
    },
  );

  it.each([
    ["?role=Admin&who=ada&from=2026-02-28", { role: "Admin", who: "ada", from: "2026-02-28" }],
    ["?role=x&who=&from=2026-02-31", {}],
    ["?role=&from=x&to=2026-02-28", {}],
    ["?from=0000-02-28", {}],
  ])("has no filter that its list does not know: %s", (search, filters) => {
    const known = { role: ["member", "Admin"], who: "text", from: "day" } as const;
    expect(filtersOf(search, known)).toEqual(filters);
  });
});
