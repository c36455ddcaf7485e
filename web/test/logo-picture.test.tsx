import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { getFooter } from "#contract/footer.ts";
import { ApiError, queryKey } from "#web/api/client.ts";
import { AccountFrame } from "#web/features/accounts/account-page.tsx";
import { ShopLogo as AreaLogo } from "#web/features/shell/shop-logo.tsx";
import { networkMessage } from "#web/features/site/block.tsx";
import { ShopLogo } from "#web/features/site/shop-logo.tsx";

test.each([
  ["Owner & Sons", "Owner &amp; Sons"],
  ["  ", "Frames"],
  ["", "Frames"],
])(
  "beside the logo stands the content's name, else the shop's, in every frame alike: '%s'",
  (logoText, name) => {
    const content = { topSection: { logoText }, middleSection: { logoUrl: "", darkLogoUrl: "" } };
    const block = { state: "loaded", data: content } as unknown as Parameters<typeof ShopLogo>[0]["block"];
    const frame = { shopName: "Frames", logo: content, title: "Login", lead: null, children: null };
    const account = (
      <MemoryRouter>
        <AccountFrame {...frame} />
      </MemoryRouter>
    );
    const site = <ShopLogo block={block} shopName="Frames" />;
    const named = `<span title="${name}">${name}</span>`;
    expect(renderToStaticMarkup(site)).toContain(named);
    expect(renderToStaticMarkup(account)).toContain(named);
  },
);

test.each([
  [500, "HTTP error! Status: 500", "Failed to fetch footer data"],
  [0, networkMessage, "Error fetching footer data"],
])(
  "a logo that can't be had says why, in the site and in the areas alike: status %i",
  async (status, message, reason) => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
    const refused = () => Promise.reject(new ApiError(status, {}));
    await client.prefetchQuery({ queryKey: queryKey(getFooter, {}), queryFn: refused });
    const area = (
      <QueryClientProvider client={client}>
        <AreaLogo loaded={undefined} shopName="Frames" />
      </QueryClientProvider>
    );
    const site = <ShopLogo block={{ state: "error", message }} shopName="Frames" />;
    for (const logo of [area, site]) {
      const shown = renderToStaticMarkup(logo);
      expect(shown).toContain(`title="${reason}"`);
      expect(shown.replace(/<[^>]*>/g, "")).toBe(`Logo Error: ${reason}`);
    }
  },
);
