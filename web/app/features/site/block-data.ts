import type { z } from "zod";
import type { getAbout } from "#contract/about.ts";
import type { getBanner } from "#contract/banner.ts";
import type { getContactPage } from "#contract/contact-page.ts";
import type { listFeatures } from "#contract/features.ts";
import type { getFooter } from "#contract/footer.ts";
import type { listPackages } from "#contract/packages.ts";
import type { listTestimonials } from "#contract/testimonials.ts";

type DataOf<C extends { answer: z.ZodType<{ data: unknown }> }> = z.output<C["answer"]>["data"];

export type BannerData = DataOf<typeof getBanner>;
export type FeaturesData = DataOf<typeof listFeatures>;
export type AboutData = DataOf<typeof getAbout>;
export type TestimonialsData = DataOf<typeof listTestimonials>;
export type ContactData = DataOf<typeof getContactPage>;
export type FooterData = DataOf<typeof getFooter>;
export type PackagesData = z.output<(typeof listPackages)["answer"]>;

/** All blocks of the home page; null for each one that the server could not load. */
export interface HomeBlocks {
  banner: BannerData | null;
  features: FeaturesData | null;
  about: AboutData | null;
  packages: PackagesData | null;
  testimonials: TestimonialsData | null;
  contact: ContactData | null;
}

/** The banner where it is shown. An admin also gets the inactive one, which no page may show. */
export function shownBanner(data: BannerData) {
  return data.isActive && "mainTitle" in data ? data : null;
}

/** The drawn logo stands for the default picture: it is sharp at every size and follows the scheme. */
export const defaultLogo = "/media/defaults/logo.webp";
