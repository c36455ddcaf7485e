import type { AboutForm } from "#contract/about.ts";
import type { BannerForm } from "#contract/banner.ts";
import type { ContactPageForm } from "#contract/contact-page.ts";
import type { SectionName } from "#contract/content-sections.ts";
import type { FooterForm } from "#contract/footer.ts";
import type { PageSlug } from "#contract/pages.ts";
import { defaultAbout } from "#server/db/seed/content/about.ts";
import { defaultBanner } from "#server/db/seed/content/banner.ts";
import { defaultContactPage } from "#server/db/seed/content/contact-page.ts";
import { defaultFooter } from "#server/db/seed/content/footer.ts";
import { defaultPages } from "#server/db/seed/content/pages.ts";

/** A part of the site's content that exists once. */
export interface Section<T extends object> {
  name: SectionName;
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

export const bannerSection: Section<BannerForm> = {
  name: "banner-section",
  label: "Banner section",
  defaults: defaultBanner,
};

export const aboutSection: Section<AboutForm> = {
  name: "about-section",
  label: "About section",
  defaults: defaultAbout,
};

export const footerSection: Section<FooterForm> = {
  name: "footer-section",
  label: "Footer section",
  defaults: defaultFooter,
};

export const contactPageSection: Section<ContactPageForm> = {
  name: "contact-page",
  label: "Contact page",
  defaults: defaultContactPage,
};

export function pageSection(slug: PageSlug): Section<PageText> {
  const { title, body } = defaultPages.find((page) => page.slug === slug)!;
  return { name: slug, label: title, defaults: { title, body }, slug };
}
