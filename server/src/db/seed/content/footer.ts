/**
 * The social links lead to the platforms' front pages and are switched off, because a new shop has no channels of
 * its own and a guessed name could belong to somebody else. Address, e-mail and phone use names and numbers that
 * are reserved for examples.
 */
export const defaultFooter = {
  isActive: true,
  topSection: {
    videoUrl: "",
    imageUrl: "/media/defaults/footer.webp",
    imageAlt: "",
    tooltipText: "Play the video",
    logoText: "Thumbsmith",
    description: "Two thumbnails from one video title. Made for people who would rather be filming.",
    socialLinks: [
      { platform: "youtube", url: "https://www.youtube.com/", isActive: false },
      { platform: "instagram", url: "https://www.instagram.com/", isActive: false },
      { platform: "tiktok", url: "https://www.tiktok.com/", isActive: false },
      { platform: "x", url: "https://x.com/", isActive: false },
      { platform: "email", url: "mailto:hello@thumbsmith.example", isActive: false },
    ],
  },
  middleSection: {
    logoUrl: "/media/defaults/logo.webp",
    darkLogoUrl: "",
    description:
      "Type a title, choose a niche and a style, download two 1280×720 pictures. Credits do not lapse, and a failed run costs nothing.",
    quickLinks: [
      { text: "Home", url: "/", isActive: true },
      { text: "About Us", url: "/about", isActive: true },
      { text: "Pricing", url: "/#pricing", isActive: true },
      { text: "Items", url: "/premium", isActive: true },
      { text: "Check a thumbnail", url: "/check", isActive: true },
      { text: "Developers", url: "/developers", isActive: true },
      { text: "Contact", url: "/contact", isActive: true },
    ],
    contactInfo: {
      address: "12 Anvil Yard, Exampleton",
      email: "hello@thumbsmith.example",
      phone: "+1 212 555 0142",
    },
  },
  bottomSection: {
    copyrightText: "© Thumbsmith. All rights reserved.",
    legalLinks: [
      { text: "Terms", url: "/terms", isActive: true },
      { text: "Privacy", url: "/privacy", isActive: true },
      { text: "Refund policy", url: "/refund-policy", isActive: true },
    ],
  },
};
