import { z } from "zod";
import { call } from "./call.ts";
import { activationCalls, inactiveSection, sectionCalls, sectionStamp } from "./content-sections.ts";
import { envelope, lineText, longText, urlText, videoUrlText } from "./fields.ts";
import { parsedUrl } from "./urls.ts";

const bannerPath = "/api/banner-section";
const imageEnding = /\.(jpe?g|png|gif|webp)$/i;

/**
 * A web address or site path whose path ends as an image's; a query may follow. Uploaded pictures have no ending
 * and are images all the same.
 */
function isBannerImage(url: string): boolean {
  if (url === "") return true;
  if (!/^(https?:\/\/|\/)/i.test(url)) return false;
  const path = parsedUrl(url, "https://shop.invalid")?.pathname ?? "";
  return imageEnding.test(path) || (url.startsWith("/") && /^\/uploads\/[\w.-]+$/.test(path));
}

const imageMessage = "Please enter a valid image URL (jpg, jpeg, png, gif, webp)";

export const bannerForm = z.object({
  subTitle: lineText,
  mainTitle: lineText.min(1, "Main title is required"),
  highlightText: lineText,
  description: longText,
  buttonText: lineText,
  buttonLink: urlText,
  youtubeUrl: videoUrlText,
  backgroundImage: z
    .string()
    .max(2048, imageMessage)
    .refine((url) => isBannerImage(url) && urlText.safeParse(url).success, imageMessage),
  backgroundImageAlt: lineText,
  isActive: z.boolean(),
});
export type BannerForm = z.output<typeof bannerForm>;

export const bannerRecord = bannerForm.extend(sectionStamp);
export type BannerRecord = z.output<typeof bannerRecord>;

export const {
  get: getBanner,
  update: updateBanner,
  reset: resetBanner,
  restore: restoreBanner,
} = sectionCalls(bannerPath, {
  noun: "banner",
  summary: "The record of hero and banner; only `isActive: false` for non-admins while it is inactive.",
  record: bannerRecord,
  publicAnswer: z.union([bannerRecord, inactiveSection]),
  changes: bannerForm.partial(),
});

export const { toggle: toggleBanner, deactivate: deactivateBanner } = activationCalls(bannerPath, {
  noun: "banner",
  pronoun: "it is",
  record: bannerRecord,
});

export const getBannerStats = call({
  method: "GET",
  path: `${bannerPath}/stats`,
  access: "admin",
  summary: "What the banner consists of.",
  answer: envelope(
    z.object({
      isActive: z.boolean(),
      hasYoutubeVideo: z.boolean(),
      hasBackgroundImage: z.boolean(),
      lastUpdated: z.string(),
    }),
  ),
  errors: [],
});
