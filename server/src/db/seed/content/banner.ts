export const defaultBanner = {
  subTitle: "Thumbnails for YouTube, made from the title",
  mainTitle: "Type the title. Get two thumbnails.",
  highlightText: "Keep the better one.",
  description:
    "Choose one of 32 niches and five styles, and Thumbsmith draws two different 1280×720 pictures with your title on them. A run costs one credit. A run that fails costs nothing.",
  buttonText: "Make your first pair",
  buttonLink: "/register",
  youtubeUrl: "",
  backgroundImage: "/media/defaults/hero.webp",
  backgroundImageAlt: "",
  isActive: true,
};
