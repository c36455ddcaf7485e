import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { FooterForm } from "#contract/footer-form.ts";
import { SiteFooter } from "#web/features/site/site-footer.tsx";

const blank: FooterForm = {
  isActive: true,
  topSection: {
    videoUrl: "",
    imageUrl: "",
    imageAlt: "",
    tooltipText: "",
    logoText: "",
    description: "",
    socialLinks: [],
  },
  middleSection: {
    logoUrl: "",
    darkLogoUrl: "",
    description: "",
    quickLinks: [],
    contactInfo: { address: "", email: "", phone: "" },
  },
  bottomSection: { copyrightText: "", legalLinks: [] },
};

function footerOf(changes: Partial<FooterForm>): string {
  const data = { ...blank, ...changes, version: 1, createdAt: "", updatedAt: "" };
  return renderToString(
    <MemoryRouter>
      <SiteFooter block={{ state: "loaded", data }} shopName="Pixelforge" />
    </MemoryRouter>,
  );
}

test("a footer has no heading and no landmark over what its owner has left blank or switched off", () => {
  const off = [{ text: "Off", url: "/about", isActive: false }];
  for (const quickLinks of [[], off]) {
    const html = footerOf({ middleSection: { ...blank.middleSection, quickLinks } });
    expect(html).not.toMatch(/<h2|<nav|<ul|<address/);
  }
});

test("a link of a footer that leads to a file is the browser's own, one to a page the router's", () => {
  const urls = ["/sitemap.xml", "/robots.txt?from=footer", "/manifest.webmanifest", "/about", "/premium#a.b"];
  const legalLinks = urls.map((url) => ({ text: url, url, isActive: true }));
  const html = footerOf({ bottomSection: { copyrightText: "", legalLinks } });
  const leading = [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => attributes!);
  expect(leading).toHaveLength(urls.length);
  expect(leading.filter((attributes) => attributes.includes("data-discover")).join()).toMatch(
    /^[^,]*"\/about"[^,]*,[^,]*"\/premium#a\.b"[^,]*$/,
  );
});

test.each([
  ["+1 212 555 0142 ext. 12", "+12125550142"],
  ["+1 (212) 555-0142 x12", "+12125550142"],
  ["Tel. 030/123 45 67, Durchwahl 12", "0301234567"],
  ["+44 20 7946 0958 #3", "+442079460958"],
])(
  "of a phone number the extension and whatever else stands around it are not dialled: %s",
  (phone, dialled) => {
    const contactInfo = { address: "", email: "", phone };
    const html = footerOf({ middleSection: { ...blank.middleSection, contactInfo } });
    expect(html).toContain(`<a href="tel:${dialled}">${phone}</a>`);
  },
);

test("each part of a footer shows as soon as there is one thing in it", () => {
  const on = [{ text: "About us", url: "/about", isActive: true }];
  const contactInfo = { address: "", email: "", phone: "123" };
  const middleSection = { ...blank.middleSection, quickLinks: on, contactInfo };
  const html = footerOf({ middleSection, bottomSection: { copyrightText: "", legalLinks: on } });
  for (const part of ["Quick Links</h2>", "Contact</h2>", 'aria-label="Legal"', "tel:123"])
    expect(html).toContain(part);
});
