import type { Tx } from "#server/db/database.ts";
import { contentParts, features, testimonials } from "#server/db/tables/content.ts";
import { cannedReplies } from "#server/db/tables/support.ts";
import { defaultAbout } from "./content/about.ts";
import { defaultBanner } from "./content/banner.ts";
import { defaultCannedReplies } from "./content/canned-replies.ts";
import { defaultContactPage } from "./content/contact-page.ts";
import { defaultFeatures } from "./content/features.ts";
import { defaultFooter } from "./content/footer.ts";
import { defaultPages } from "./content/pages.ts";
import { demoTestimonials } from "./content/testimonials.ts";

/**
 * Fills in what of the shop's own content was never there; what an admin changed or deleted stays as it is. Runs at
 * every start, in several processes at once too. The invented testimonials are for a demo alone.
 */
export async function seedContent(tx: Tx, { demo }: { demo: boolean }): Promise<void> {
  const parts = [
    { part: "banner-section", data: defaultBanner },
    { part: "about-section", data: defaultAbout },
    { part: "footer-section", data: defaultFooter },
    { part: "contact-page", data: defaultContactPage },
    ...defaultPages.map(({ slug, title, body }) => ({ part: slug, data: { title, body } })),
  ];
  await tx.insert(contentParts).values(parts).onConflictDoNothing();
  await oncePerShop(tx, "features-section", async () => {
    const rows = defaultFeatures.map(({ order, ...feature }) => ({ ...feature, position: order }));
    await tx.insert(features).values(rows);
  });
  await oncePerShop(tx, "canned-replies", async () => {
    // A shop from before this seed may have replies of its own.
    const [own] = await tx.select({ id: cannedReplies.id }).from(cannedReplies).limit(1);
    if (!own) await tx.insert(cannedReplies).values(defaultCannedReplies);
  });
  if (!demo) return;
  await oncePerShop(tx, "testimonials", async () => {
    await tx.insert(testimonials).values(demoTestimonials.map((each, position) => ({ ...each, position })));
  });
}

/** A list is filled once only: the row that counts its versions says whether it ever was. */
async function oncePerShop(tx: Tx, part: string, fill: () => Promise<void>): Promise<void> {
  const made = await tx
    .insert(contentParts)
    .values({ part, data: {} })
    .onConflictDoNothing()
    .returning({ part: contentParts.part });
  if (made.length > 0) await fill();
}
