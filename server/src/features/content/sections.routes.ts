import * as about from "#contract/about.ts";
import * as banner from "#contract/banner.ts";
import * as contact from "#contract/contact-page.ts";
import * as footer from "#contract/footer.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { shownAbout, shownFooter, shownPart } from "./public-view.ts";
import {
  deactivatePart,
  readPart,
  readPartCopy,
  resetPart,
  restorePart,
  togglePart,
  updatePart,
} from "./sections.service.ts";
import { aboutPart, bannerPart, contactPagePart, footerPart } from "./sections.ts";

export function singlePartRoutes(routes: Routes, platform: Platform): void {
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
  const part = bannerPart;
  mount(routes, banner.getBanner).handle(async ({ viewer }) =>
    answer(isAdmin(viewer) ? await readPart(platform, part) : shownPart(await readPartCopy(platform, part))),
  );
  mount(routes, banner.updateBanner).handle(async (incoming) => {
    const { version, ...changes } = incoming.body;
    const data = await updatePart(platform, actorOf(incoming), part, changes, version);
    return answer(data, "Banner section updated successfully!");
  });
  mount(routes, banner.toggleBanner).handle(async (incoming) => {
    const data = await togglePart(platform, actorOf(incoming), part);
    return answer(data, switched(part.label, data.isActive));
  });
  mount(routes, banner.resetBanner).handle(async (incoming) =>
    answer(await resetPart(platform, actorOf(incoming), part), wasReset(part.label)),
  );
  mount(routes, banner.restoreBanner).handle(async (incoming) =>
    answer(await restorePart(platform, actorOf(incoming), part), wasRestored(part.label)),
  );
  mount(routes, banner.deactivateBanner).handle(async (incoming) =>
    answer(await deactivatePart(platform, actorOf(incoming), part), switched(part.label, false)),
  );
  mount(routes, banner.getBannerStats).handle(async () => {
    const data = await readPart(platform, part);
    return answer({
      isActive: data.isActive,
      hasYoutubeVideo: data.youtubeUrl !== "",
      hasBackgroundImage: data.backgroundImage !== "",
      lastUpdated: data.updatedAt,
    });
  });
}

function aboutRoutes(routes: Routes, platform: Platform): void {
  const part = aboutPart;
  mount(routes, about.getAbout).handle(async ({ viewer }) =>
    answer(isAdmin(viewer) ? await readPart(platform, part) : shownAbout(await readPartCopy(platform, part))),
  );
  mount(routes, about.updateAbout).handle(async (incoming) => {
    const { version, ...changes } = incoming.body;
    const data = await updatePart(platform, actorOf(incoming), part, changes, version);
    return answer(data, "About section updated successfully!");
  });
  mount(routes, about.toggleAbout).handle(async (incoming) => {
    const data = await togglePart(platform, actorOf(incoming), part);
    return answer(data, switched(part.label, data.isActive));
  });
  mount(routes, about.resetAbout).handle(async (incoming) =>
    answer(await resetPart(platform, actorOf(incoming), part), wasReset(part.label)),
  );
  mount(routes, about.restoreAbout).handle(async (incoming) =>
    answer(await restorePart(platform, actorOf(incoming), part), wasRestored(part.label)),
  );
  mount(routes, about.deactivateAbout).handle(async (incoming) =>
    answer(await deactivatePart(platform, actorOf(incoming), part), switched(part.label, false)),
  );
}

function footerRoutes(routes: Routes, platform: Platform): void {
  const part = footerPart;
  mount(routes, footer.getFooter).handle(async ({ viewer }) =>
    answer(
      isAdmin(viewer) ? await readPart(platform, part) : shownFooter(await readPartCopy(platform, part)),
    ),
  );
  mount(routes, footer.updateFooter).handle(async (incoming) => {
    const { version, ...changes } = incoming.body;
    const data = await updatePart(platform, actorOf(incoming), part, changes, version);
    return answer(data, "Footer section updated successfully!");
  });
  mount(routes, footer.resetFooter).handle(async (incoming) =>
    answer(await resetPart(platform, actorOf(incoming), part), wasReset(part.label)),
  );
  mount(routes, footer.restoreFooter).handle(async (incoming) =>
    answer(await restorePart(platform, actorOf(incoming), part), wasRestored(part.label)),
  );
}

function contactPageRoutes(routes: Routes, platform: Platform): void {
  const part = contactPagePart;
  mount(routes, contact.getContactPage).handle(async ({ viewer }) =>
    answer(isAdmin(viewer) ? await readPart(platform, part) : shownPart(await readPartCopy(platform, part))),
  );
  mount(routes, contact.updateContactPage).handle(async (incoming) => {
    const { version, ...changes } = incoming.body;
    const data = await updatePart(platform, actorOf(incoming), part, changes, version);
    return answer(data, "Contact page updated successfully!");
  });
  mount(routes, contact.resetContactPage).handle(async (incoming) =>
    answer(await resetPart(platform, actorOf(incoming), part), wasReset(part.label)),
  );
  mount(routes, contact.restoreContactPage).handle(async (incoming) =>
    answer(await restorePart(platform, actorOf(incoming), part), wasRestored(part.label)),
  );
}
