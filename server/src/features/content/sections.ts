import type { AboutForm } from "#contract/about.ts";
import type { BannerForm } from "#contract/banner.ts";
import type { ContactPageForm } from "#contract/contact-page.ts";
import type { SectionName } from "#contract/content-sections.ts";
import type { FooterForm } from "#contract/footer-form.ts";
import type { PageSlug } from "#contract/pages.ts";
import { defaultAbout } from "#server/db/seed/content/about.ts";
import { defaultBanner } from "#server/db/seed/content/banner.ts";
import { defaultContactPage } from "#server/db/seed/content/contact-page.ts";
import { defaultFooter } from "#server/db/seed/content/footer.ts";
import { defaultPages } from "#server/db/seed/content/pages.ts";

/** A section as admins see it. */
export type SectionRecord<T> = T & { version: number; createdAt: string; updatedAt: string };

/** A section of the site's content that exists once. */
export interface Section<T extends object> {
  name: SectionName;
  /** Begins the texts of its answers: "Footer section reset to default successfully!". */
  label: string;
  /** The shop's own authored state, which a reset brings back. */
  defaults: T;
  /** Of a legal page: belongs to its record, also where a stale save is answered with it. */
  slug?: PageSlug;
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

export interface PageText {
  title: string;
  body: string;
}

export function pageSection(slug: PageSlug): Section<PageText> {
  const { title, body } = defaultPages.find((page) => page.slug === slug)!;
  return { name: slug, label: title, defaults: { title, body }, slug };
}

const inactive = { isActive: false } as const;

/** What everyone but admins gets of a section. */
function publicView<T extends { isActive: boolean }>(record: T): T | typeof inactive {
  return record.isActive ? record : inactive;
}

export const publicBanner = publicView<SectionRecord<BannerForm>>;
export const publicContactPage = publicView<SectionRecord<ContactPageForm>>;

export function publicAbout(record: SectionRecord<AboutForm>) {
  if (!record.isActive) return inactive;
  return { ...record, section1: publicView(record.section1), section2: publicView(record.section2) };
}

/** The header needs logo and name even where the footer is hidden. */
export function publicFooter(record: SectionRecord<FooterForm>) {
  const { topSection, middleSection, bottomSection } = record;
  if (!record.isActive) {
    const { logoUrl, darkLogoUrl } = middleSection;
    return {
      ...inactive,
      topSection: { logoText: topSection.logoText },
      middleSection: { logoUrl, ...(darkLogoUrl ? { darkLogoUrl } : {}) },
    };
  }
  return {
    ...record,
    topSection: { ...topSection, socialLinks: topSection.socialLinks.filter(isActive) },
    middleSection: { ...middleSection, quickLinks: middleSection.quickLinks.filter(isActive) },
    bottomSection: { ...bottomSection, legalLinks: bottomSection.legalLinks.filter(isActive) },
  };
}

const isActive = (entry: { isActive: boolean }) => entry.isActive;
