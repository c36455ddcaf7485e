import {
  type ThumbnailNiche,
  type ThumbnailStyle,
  thumbnailNiches,
  thumbnailStyles,
} from "./renderer/brief.ts";

/** What a prompt asks for, read as leniently as a model would; `subject` is its free part. */
export type ReadPrompt = {
  title: string;
  niche: ThumbnailNiche;
  style: ThumbnailStyle;
  different: boolean;
  /** Whether it wants letters in the picture. */
  lettered: boolean;
  subject: string;
};

const quoted = `["“«]([\\s\\S]{1,240}?)["”»]`;

const titlePatterns = [
  new RegExp(`${quoted}\\s*(?:as|in)\\s+(?:very\\s+)?(?:large|big|huge|bold|giant)`, "i"),
  new RegExp(`\\b(?:title|titled|headline)\\b[^"“«\\n]{0,40}${quoted}(?=[\\s.,;:!?)]|$)`, "i"),
  /^[ \t]*(?:video )?title\s*[:=]\s*["“]?(.{1,240}?)["”]?[ \t]*$/im,
  new RegExp(quoted),
];

export function readPrompt(prompt: string): ReadPrompt {
  const title = titlePatterns
    .map((pattern) => pattern.exec(prompt)?.[1])
    .find((found) => found !== undefined);
  return {
    title: (title ?? "").replace(/\\(["\\])/g, "$1").trim(),
    niche: readNiche(prompt),
    style: readStyle(prompt),
    different:
      /\bvariation\b[^.]*\b(?:colou?rs?|layout|visuals)\b/i.test(prompt) ||
      /\b(?:different|distinct|alternative|second)\b[^.]{0,30}\bvariation\b/i.test(prompt),
    lettered: lastOf(prompt, unlettered) <= lastOf(prompt, lettering),
    subject: readSubject(prompt),
  };
}

/** Of the picture as a whole: neither "no other text", beside the title, nor "no text on the disc". */
const unlettered =
  /\b(?:no|without(?: any)?)\s+(?!other|more|further|extra)(?:visible\s+)?(?:letters|lettering|text|words|writing)\b(?!\s+on\s+the\s+(?!picture|image|thumbnail))/gi;
const lettering = /["”»]\s*(?:as|in)\s+(?:very\s+)?(?:large|big|huge|bold|giant)/gi;

/** Of two wishes that contradict each other the later one counts. */
const lastOf = (prompt: string, wish: RegExp) => [...prompt.matchAll(wish)].at(-1)?.index ?? -1;

/** "realEstate" is also written "real estate" or "Real-Estate". */
const nicheNames = new Map(thumbnailNiches.map((niche) => [niche.toLowerCase(), niche]));
const nicheFor = (written: string) => nicheNames.get(written.toLowerCase().replace(/[\s_-]+/g, ""));

function readNiche(prompt: string): ThumbnailNiche {
  const labelled = /\bniche\s*[:=]\s*["“']?([a-z][a-z _-]*[a-z])/gi;
  const named = /\b((?:real[\s_-]*)?[a-z]+)["”']?\s+(?:niche|genre|category|channel)\b/gi;
  for (const pattern of [labelled, named]) {
    for (const match of prompt.matchAll(pattern)) {
      const niche = nicheFor((match[1] ?? "").trim());
      if (niche) return niche;
    }
  }
  for (const [word] of prompt.matchAll(/real[\s_-]*estate|[a-z]+/gi)) {
    const niche = nicheFor(word);
    if (niche) return niche;
  }
  return "business";
}

function readStyle(prompt: string): ThumbnailStyle {
  const any = thumbnailStyles.join("|");
  const patterns = [
    new RegExp(`\\bstyle\\s*[:=]\\s*["“']?(${any})\\b`, "i"),
    new RegExp(`\\b(${any})["”']?[\\s,-]+(?:style|look|youtube|thumbnail|design|16:9)`, "i"),
    // "large bold text" speaks of lettering, not of the style.
    new RegExp(`\\b(${any})\\b(?!\\s+(?:text|letters|lettering|type|title|font|colou?rs?))`, "i"),
  ];
  for (const pattern of patterns) {
    const found = pattern.exec(prompt)?.[1]?.toLowerCase();
    const style = thumbnailStyles.find((one) => one === found);
    if (style) return style;
  }
  return "professional";
}

/** The words after a "Prompt:" label, or after the title's sentence, or all of them. */
function readSubject(prompt: string): string {
  const labelled = /\b(?:custom |user'?s |original )?prompt\s*[:=]\s*([\s\S]+)$/i.exec(prompt)?.[1];
  const afterTitle =
    /["”»]\s*(?:as|in)\s+(?:very\s+)?(?:large|big|huge|bold|giant)[^.\n]*[.\n]\s*([\s\S]+)$/i.exec(
      prompt,
    )?.[1];
  const subject = (labelled ?? afterTitle ?? prompt).trim();
  return subject.replace(/^["“]([\s\S]*)["”]$/, "$1").trim();
}
