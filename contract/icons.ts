import { isAllowedUrl } from "./urls.ts";

/**
 * The bundled icon set: classes that an icon field can hold. The drawings are the symbols of /media/icons.svg under
 * the same names (scripts/draw-icons.ts); they come from Lucide, ISC licence.
 */
export const iconClasses = [
  "icon-sparkles",
  "icon-images",
  "icon-image",
  "icon-shuffle",
  "icon-wand-sparkles",
  "icon-undo-2",
  "icon-coins",
  "icon-download",
  "icon-lock-keyhole",
  "icon-life-buoy",
  "icon-mail",
  "icon-receipt-text",
  "icon-phone",
  "icon-map-pin",
  "icon-message-circle",
  "icon-messages-square",
  "icon-headphones",
  "icon-clock",
  "icon-calendar-days",
  "icon-zap",
  "icon-rocket",
  "icon-hammer",
  "icon-flame",
  "icon-star",
  "icon-heart",
  "icon-thumbs-up",
  "icon-trophy",
  "icon-award",
  "icon-badge-check",
  "icon-circle-check",
  "icon-shield-check",
  "icon-key-round",
  "icon-fingerprint-pattern",
  "icon-eye",
  "icon-user",
  "icon-users",
  "icon-credit-card",
  "icon-wallet",
  "icon-piggy-bank",
  "icon-percent",
  "icon-tag",
  "icon-gift",
  "icon-shopping-bag",
  "icon-package",
  "icon-truck",
  "icon-refresh-cw",
  "icon-layers",
  "icon-layout-grid",
  "icon-palette",
  "icon-paintbrush",
  "icon-pencil",
  "icon-type",
  "icon-crop",
  "icon-camera",
  "icon-video",
  "icon-film",
  "icon-clapperboard",
  "icon-play",
  "icon-mic",
  "icon-disc-3",
  "icon-gamepad-2",
  "icon-monitor",
  "icon-smartphone",
  "icon-cloud",
  "icon-database",
  "icon-cpu",
  "icon-brain",
  "icon-bot",
  "icon-lightbulb",
  "icon-target",
  "icon-trending-up",
  "icon-chart-column",
  "icon-search",
  "icon-globe",
  "icon-link",
  "icon-share-2",
  "icon-bell",
  "icon-book-open",
  "icon-graduation-cap",
  "icon-briefcase",
  "icon-settings",
  "icon-sliders-horizontal",
  "icon-files",
  "icon-folder",
  "icon-upload",
  "icon-arrow-up",
  "icon-languages",
  "icon-accessibility",
  "icon-sun",
  "icon-moon",
  "icon-leaf",
  "icon-coffee",
  "icon-party-popper",
  "icon-circle-question-mark",
  "icon-info",
] as const;
type IconClass = (typeof iconClasses)[number];

/** What a class of no known icon shows, and what an icon of the class type starts with. */
export const plainIcon: IconClass = "icon-sparkles";

const known = new Set<string>(iconClasses);

/** The first class of a text that the set has, else the plain one. */
export function iconClassOf(icon: string): IconClass {
  return (icon.split(/\s+/).find((name) => known.has(name)) as IconClass | undefined) ?? plainIcon;
}

/** Whether an icon field holds an image's address rather than a class. */
export function isIconImage(icon: string): boolean {
  return /^(https?:\/\/|\/)/i.test(icon) && isAllowedUrl(icon);
}
