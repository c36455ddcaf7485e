export type DefaultAboutSection = {
  isActive: boolean;
  images: { url: string; alt: string }[];
  subtitle: string;
  title: string;
  description: string;
  features: { text: string }[];
  buttonText: string;
  buttonLink: string;
};

export const defaultAbout: {
  isActive: boolean;
  section1: DefaultAboutSection;
  section2: DefaultAboutSection;
} = {
  isActive: true,
  section1: {
    isActive: true,
    images: [
      {
        url: "/media/defaults/about-bread.webp",
        alt: "Thumbnail for a cooking video, titled Bread With No Kneading",
      },
      {
        url: "/media/defaults/about-night-train.webp",
        alt: "Thumbnail for a travel video, titled 14 Hours on a Night Train",
      },
    ],
    subtitle: "From title to thumbnail",
    title: "You made the video. The cover should not take all evening.",
    description:
      "A thumbnail is a tiny poster: one subject, a few words, readable on a phone at arm's length. Thumbsmith starts from those limits. Tell it the title and what your channel is about, and it writes the brief, draws two versions and hands you the files.",
    features: [
      { text: "Your own title, set large enough to read in a crowded feed" },
      { text: "Prompts written for your subject, from gaming to gardening" },
      { text: "Five styles: minimal, bold, colorful, professional and playful" },
      { text: "Every word of the prompt is yours to change" },
    ],
    buttonText: "See the prices",
    buttonLink: "#pricing",
  },
  section2: {
    isActive: true,
    images: [
      {
        url: "/media/defaults/about-one-light.webp",
        alt: "Thumbnail for a photography video, titled One Lamp, Five Portraits",
      },
      {
        url: "/media/defaults/about-small-flat.webp",
        alt: "Thumbnail for a DIY video, titled A Desk That Folds Away",
      },
    ],
    subtitle: "Fair by default",
    title: "If it doesn't work, it doesn't cost.",
    description:
      "Image models sometimes refuse, stall or come back empty-handed. That is our problem to sort out. A run takes its credit when it starts; unless both pictures arrive, the credit goes straight back, even if you have closed the browser by then.",
    features: [
      { text: "One credit for two finished pictures" },
      { text: "A plain reason on the screen whenever a run fails" },
      { text: "A statement of every credit, with the reason beside it" },
      { text: "Payment through PayPal; your card details never reach us" },
    ],
    buttonText: "How it works",
    buttonLink: "/about",
  },
};
