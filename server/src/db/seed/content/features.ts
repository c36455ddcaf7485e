export type DefaultFeature = {
  isActive: boolean;
  category: string;
  /** A class of the bundled icon set. */
  icon: string;
  title: string;
  description: string;
  order: number;
};

export const defaultFeatures: DefaultFeature[] = [
  {
    isActive: true,
    category: "AI Features",
    icon: "icon-images",
    title: "Two ideas, not one and a copy",
    description:
      "Every run makes two pictures. The second is asked for other colours, another layout and another image, so you have a real choice to make.",
    order: 0,
  },
  {
    isActive: true,
    category: "AI Features",
    icon: "icon-shuffle",
    title: "A prompt is waiting for you",
    description:
      "256 written prompts, eight for each of 32 niches. Your title is already in place. Shuffle for another idea, or type over it.",
    order: 1,
  },
  {
    isActive: true,
    category: "AI Features",
    icon: "icon-wand-sparkles",
    title: "Rough note in, full brief out",
    description:
      "Write what you see in your head, however short. Enhance Prompt adds light, framing and colour, and you edit the result before a credit is spent.",
    order: 2,
  },
  {
    isActive: true,
    category: "Credits",
    icon: "icon-undo-2",
    title: "Pay for pictures, not for tries",
    description:
      "If either picture is missing at the end, the run has failed and your credit comes back by itself. The screen tells you why.",
    order: 3,
  },
  {
    isActive: true,
    category: "Credits",
    icon: "icon-coins",
    title: "Credits that stay put",
    description:
      "They do not lapse when a month ends or a membership does. A statement lists every credit in and every credit out.",
    order: 4,
  },
  {
    isActive: true,
    category: "Files",
    icon: "icon-download",
    title: "Ready for the upload box",
    description:
      "Each download is a 1280×720 PNG under 2 MB, the size and weight YouTube has long asked for. No converter in between.",
    order: 5,
  },
  {
    isActive: true,
    category: "Files",
    icon: "icon-lock-keyhole",
    title: "A gallery only you can open",
    description:
      "Your runs are kept with title, prompt and date until you delete them. Close the tab halfway and the pair is there when you return.",
    order: 6,
  },
  {
    isActive: true,
    category: "Support",
    icon: "icon-life-buoy",
    title: "Questions go to people",
    description:
      "Open a ticket from your account and follow the whole conversation in one place. Replies reach you by mail as well.",
    order: 7,
  },
];
