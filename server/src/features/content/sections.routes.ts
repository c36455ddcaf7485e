import * as about from "#contract/about.ts";
import * as banner from "#contract/banner.ts";
import * as contact from "#contract/contact-page.ts";
import * as footer from "#contract/footer.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { publicAbout, publicFooter, publicSection } from "./public-view.ts";
import {
  deactivateSection,
  readCachedSection,
  readSection,
  resetSection,
  restoreSection,
  toggleSection,
  updateSection,
} from "./sections.service.ts";
import { aboutSection, bannerSection, contactPageSection, footerSection } from "./sections.ts";

export function sectionRoutes(routes: Routes, platform: Platform): void {
  bannerRoutes(routes, platform);
  aboutRoutes(routes, platform);
  footerRoutes(routes, platform);
  contactPageRoutes(routes, platform);
}

export const isAdmin = (viewer: Viewer | null) => viewer?.role === "Admin";

const answer = <T>(data: T, message?: string) => ({
  success: true as const,
  data,
  ...(message === undefined ? {} : { message }),
});

const switched = (label: string, isActive: boolean) =>
  `${label} ${isActive ? "activated" : "deactivated"} successfully!`;
const wasReset = (label: string) => `${label} reset to default successfully!`;
const wasRestored = (label: string) => `${label} restored successfully!`;

function bannerRoutes(routes: Routes, platform: Platform): void {
  const part = bannerSection;
  mount(routes, banner.getBanner).handle(async ({ viewer }) =>
    answer(
      isAdmin(viewer)
        ? await readSection(platform, part)
        : publicSection(await readCachedSection(platform, part)),
    ),
  );
  mount(routes, banner.updateBanner).handle(async (incoming) => {
    const { version, ...changes } = incoming.body;
    const data = await updateSection(platform, actorOf(incoming), part, changes, version);
    return answer(data, "Banner section updated successfully!");
  });
  mount(routes, banner.toggleBanner).handle(async (incoming) => {
    const data = await toggleSection(platform, actorOf(incoming), part);
    return answer(data, switched(part.label, data.isActive));
  });
  mount(routes, banner.resetBanner).handle(async (incoming) =>
    answer(await resetSection(platform, actorOf(incoming), part), wasReset(part.label)),
  );
  mount(routes, banner.restoreBanner).handle(async (incoming) =>
    answer(await restoreSection(platform, actorOf(incoming), part), wasRestored(part.label)),
  );
  mount(routes, banner.deactivateBanner).handle(async (incoming) =>
    answer(await deactivateSection(platform, actorOf(incoming), part), switched(part.label, false)),
  );
  mount(routes, banner.getBannerStats).handle(async () => {
    const data = await readSection(platform, part);
    return answer({
      isActive: data.isActive,
      hasYoutubeVideo: data.youtubeUrl !== "",
      hasBackgroundImage: data.backgroundImage !== "",
      lastUpdated: data.updatedAt,
    });
  });
}

function aboutRoutes(routes: Routes, platform: Platform): void {
  const part = aboutSection;
  mount(routes, about.getAbout).handle(async ({ viewer }) =>
    answer(
      isAdmin(viewer)
        ? await readSection(platform, part)
        : publicAbout(await readCachedSection(platform, part)),
    ),
  );
  mount(routes, about.updateAbout).handle(async (incoming) => {
    const { version, ...changes } = incoming.body;
    const data = await updateSection(platform, actorOf(incoming), part, changes, version);
    return answer(data, "About section updated successfully!");
  });
  mount(routes, about.toggleAbout).handle(async (incoming) => {
    const data = await toggleSection(platform, actorOf(incoming), part);
    return answer(data, switched(part.label, data.isActive));
  });
  mount(routes, about.resetAbout).handle(async (incoming) =>
    answer(await resetSection(platform, actorOf(incoming), part), wasReset(part.label)),
  );
  mount(routes, about.restoreAbout).handle(async (incoming) =>
    answer(await restoreSection(platform, actorOf(incoming), part), wasRestored(part.label)),
  );
  mount(routes, about.deactivateAbout).handle(async (incoming) =>
    answer(await deactivateSection(platform, actorOf(incoming), part), switched(part.label, false)),
  );
}

function footerRoutes(routes: Routes, platform: Platform): void {
  const part = footerSection;
  mount(routes, footer.getFooter).handle(async ({ viewer }) =>
    answer(
      isAdmin(viewer)
        ? await readSection(platform, part)
        : publicFooter(await readCachedSection(platform, part)),
    ),
  );
  mount(routes, footer.updateFooter).handle(async (incoming) => {
    const { version, ...changes } = incoming.body;
    const data = await updateSection(platform, actorOf(incoming), part, changes, version);
    return answer(data, "Footer section updated successfully!");
  });
  mount(routes, footer.resetFooter).handle(async (incoming) =>
    answer(await resetSection(platform, actorOf(incoming), part), wasReset(part.label)),
  );
  mount(routes, footer.restoreFooter).handle(async (incoming) =>
    answer(await restoreSection(platform, actorOf(incoming), part), wasRestored(part.label)),
  );
}

function contactPageRoutes(routes: Routes, platform: Platform): void {
  const part = contactPageSection;
  mount(routes, contact.getContactPage).handle(async ({ viewer }) =>
    answer(
      isAdmin(viewer)
        ? await readSection(platform, part)
        : publicSection(await readCachedSection(platform, part)),
    ),
  );
  mount(routes, contact.updateContactPage).handle(async (incoming) => {
    const { version, ...changes } = incoming.body;
    const data = await updateSection(platform, actorOf(incoming), part, changes, version);
    return answer(data, "Contact page updated successfully!");
  });
  mount(routes, contact.resetContactPage).handle(async (incoming) =>
    answer(await resetSection(platform, actorOf(incoming), part), wasReset(part.label)),
  );
  mount(routes, contact.restoreContactPage).handle(async (incoming) =>
    answer(await restoreSection(platform, actorOf(incoming), part), wasRestored(part.label)),
  );
}
