import type { AboutForm } from "#contract/about.ts";
import type { BannerForm } from "#contract/banner.ts";
import type { ContactPageForm } from "#contract/contact-page.ts";
import type { ContentPartName } from "#contract/content-sections.ts";
import type { FooterForm } from "#contract/footer.ts";
import type { PageSlug } from "#contract/pages.ts";
import { defaultAbout } from "#server/db/seed/content/about.ts";
import { defaultBanner } from "#server/db/seed/content/banner.ts";
import { defaultContactPage } from "#server/db/seed/content/contact-page.ts";
import { defaultFooter } from "#server/db/seed/content/footer.ts";
import { defaultPages } from "#server/db/seed/content/pages.ts";

/** A part of the site's content that exists once. */
export interface SinglePart<T extends object> {
  name: ContentPartName;
  /** Begins the texts of its answers: "Footer section reset to default successfully!". */
  label: string;
  /** The shop's own authored state, which a reset brings back. */
  defaults: T;
  /** Of a legal page: a part of its record, also where a stale save is answered with it. */
  slug?: PageSlug;
}

export interface PageText {
  title: string;
  body: string;
}

export const bannerPart: SinglePart<BannerForm> = {
  name: "banner-section",
  label: "Banner section",
  defaults: defaultBanner,
};

export const aboutPart: SinglePart<AboutForm> = {
  name: "about-section",
  label: "About section",
  defaults: defaultAbout,
};

export const footerPart: SinglePart<FooterForm> = {
  name: "footer-section",
  label: "Footer section",
  defaults: defaultFooter,
};

export const contactPagePart: SinglePart<ContactPageForm> = {
  name: "contact-page",
  label: "Contact page",
  defaults: defaultContactPage,
};

export function pagePart(slug: PageSlug): SinglePart<PageText> {
  const { title, body } = defaultPages.find((page) => page.slug === slug)!;
  return { name: slug, label: title, defaults: { title, body }, slug };
}
