import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { AccountFrame } from "#web/features/accounts/account-page.tsx";
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
