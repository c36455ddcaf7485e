import * as about from "#contract/about.ts";
import * as banner from "#contract/banner.ts";
import type { AnswerOf, Call } from "#contract/call.ts";
import * as contact from "#contract/contact-page.ts";
import * as footer from "#contract/footer.ts";
import { isAdmin } from "#contract/roles.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  deactivateSection,
  readCachedSection,
  readSection,
  resetSection,
  restoreSection,
  toggleSection,
  updateSection,
} from "./sections.service.ts";
import {
  aboutSection,
  bannerSection,
  contactPageSection,
  footerSection,
  publicAbout,
  publicBanner,
  publicContactPage,
  publicFooter,
  type Section,
  type SectionRecord,
} from "./sections.ts";

export function sectionRoutes(routes: Routes, platform: Platform): void {
  mountSection(routes, platform, bannerSection, publicBanner, {
    get: banner.getBanner,
    update: banner.updateBanner,
    reset: banner.resetBanner,
    restore: banner.restoreBanner,
    toggle: banner.toggleBanner,
    deactivate: banner.deactivateBanner,
  });
  mountSection(routes, platform, aboutSection, publicAbout, {
    get: about.getAbout,
    update: about.updateAbout,
    reset: about.resetAbout,
    restore: about.restoreAbout,
    toggle: about.toggleAbout,
    deactivate: about.deactivateAbout,
  });
  mountSection(routes, platform, footerSection, publicFooter, {
    get: footer.getFooter,
    update: footer.updateFooter,
    reset: footer.resetFooter,
    restore: footer.restoreFooter,
  });
  mountSection(routes, platform, contactPageSection, publicContactPage, {
    get: contact.getContactPage,
    update: contact.updateContactPage,
    reset: contact.resetContactPage,
    restore: contact.restoreContactPage,
  });

  mount(routes, banner.getBannerStats).data(async () => {
    const { isActive, youtubeUrl, backgroundImage, updatedAt } = await readSection(platform, bannerSection);
    return {
      isActive,
      hasYoutubeVideo: youtubeUrl !== "",
      hasBackgroundImage: backgroundImage !== "",
      lastUpdated: updatedAt,
    };
  });
}

type AdminCall = Call & { access: "admin" };

interface SectionCalls {
  get: Call & { access: "visitor" };
  update: AdminCall & { body: { _zod: { output: { version?: number | undefined } } } };
  reset: AdminCall;
  restore: AdminCall;
  /** A section without them can be hidden by an update alone. */
  toggle?: AdminCall;
  deactivate?: AdminCall;
}

/** The calls, if what is read and written of a section is what each of them may answer. */
type Answering<C extends SectionCalls, T extends object, V> = [Answer<SectionRecord<T>>] extends [
  AnswerOf<C["get"]> & AnswerOf<C["update"]> & AnswerOf<C["reset"]> & AnswerOf<C["restore"]>,
]
  ? [Answer<V>] extends [AnswerOf<C["get"]>]
    ? C
    : never
  : never;

/** The table above, row by row: each call of a section differs from the like of another by the section alone. */
function mountSection<T extends { isActive: boolean }, V, C extends SectionCalls>(
  routes: Routes,
  platform: Platform,
  section: Section<T>,
  publicView: (record: SectionRecord<T>) => V,
  calls: C & Answering<C, T, V>,
): void {
  const { get, update, reset, restore, toggle, deactivate }: SectionCalls = calls;
  const { label } = section;
  const switched = (isActive: boolean) => `${label} ${isActive ? "activated" : "deactivated"} successfully!`;

  mount(routes, get).data(async ({ viewer }) =>
    isAdmin(viewer) ? readSection(platform, section) : publicView(await readCachedSection(platform, section)),
  );
  mount(routes, update).data((incoming) => {
    const { version, ...changes } = incoming.body;
    return updateSection(platform, actorOf(incoming), section, changes, version);
  }, `${label} updated successfully!`);
  mount(routes, reset).data(
    (incoming) => resetSection(platform, actorOf(incoming), section),
    `${label} reset to default successfully!`,
  );
  mount(routes, restore).data(
    (incoming) => restoreSection(platform, actorOf(incoming), section),
    `${label} restored successfully!`,
  );
  if (toggle)
    mount(routes, toggle).handle(async (incoming) => {
      const data = await toggleSection(platform, actorOf(incoming), section);
      return { success: true, data, message: switched(data.isActive) };
    });
  if (deactivate)
    mount(routes, deactivate).data(
      (incoming) => deactivateSection(platform, actorOf(incoming), section),
      switched(false),
    );
}

interface Answer<T> {
  success: true;
  data: T;
  message?: string;
}
