/** The five looks the shop offers. */
export const thumbnailStyles = ["minimal", "bold", "colorful", "professional", "playful"] as const;
export type ThumbnailStyle = (typeof thumbnailStyles)[number];

/** The thirty-two subjects the shop offers; each has a drawn motif and two palettes of its own. */
export const thumbnailNiches = [
  "gaming",
  "vlog",
  "education",
  "business",
  "tech",
  "lifestyle",
  "cooking",
  "travel",
  "fitness",
  "beauty",
  "music",
  "art",
  "diy",
  "parenting",
  "pets",
  "realEstate",
  "health",
  "wellness",
  "sports",
  "comedy",
  "news",
  "politics",
  "science",
  "history",
  "nature",
  "fashion",
  "food",
  "photography",
  "gardening",
  "automotive",
  "movies",
  "books",
] as const;
export type ThumbnailNiche = (typeof thumbnailNiches)[number];

/** What a picture is drawn from. The same brief always gives the same picture. */
export type ThumbnailBrief = {
  title: string;
  niche: ThumbnailNiche;
  style: ThumbnailStyle;
  /** 0 is the first picture of a title, 1 its different one: other palette, layout, face and motif. */
  variation: number;
  /** False leaves the words' place empty. */
  lettered?: boolean;
  /** What the letters say where that is not the title: a model misspells. */
  letters?: string;
  /** The free part of the request: who and what is to be seen, where, in which light and colours. */
  asks?: string;
  /** Any text that picks among the layouts, such as the whole prompt; the title without one. */
  seed?: string;
  /** Any text that picks the person's looks, so that several titles show the same one. */
  creator?: string;
};

export const frame = { width: 1280, height: 720 } as const;
