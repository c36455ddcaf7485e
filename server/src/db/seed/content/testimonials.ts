export type DefaultTestimonial = {
  quote: string;
  authorName: string;
  authorTitle: string;
  authorImage: string;
  isActive: boolean;
};

/**
 * Invented voices of invented channels, so that a demo shows the section filled.
 * A shop that sells must not pass them off as customers: seed them in the demo only.
 */
export const demoTestimonials: DefaultTestimonial[] = [
  {
    quote:
      "I film bread at five in the morning. By the time a loaf is out I want to sleep, not to nudge letters about. I type the title, look at two pictures, and go to bed with one of them uploaded.",
    authorName: "Odile Marrow",
    authorTitle: "Bakes on The Slow Oven",
    authorImage: "/media/defaults/voice-odile.webp",
    isActive: true,
  },
  {
    quote:
      "The second picture is usually the one I would never have thought of. On my last boss guide it dropped the hero altogether and kept only the eyes in the fog. I stole that idea for the whole series.",
    authorName: "Teo Blackthorn",
    authorTitle: "Plays badly on Third Try Teo",
    authorImage: "/media/defaults/voice-teo.webp",
    isActive: true,
  },
  {
    quote:
      "One run failed on me during a storm of a Monday. I went to look for my credit and it was already back, with a line saying why. That line is the reason I bought the bigger package.",
    authorName: "Philippa Quill",
    authorTitle: "Reviews novels on Dog-Eared Weekly",
    authorImage: "/media/defaults/voice-philippa.webp",
    isActive: true,
  },
  {
    quote:
      "My students find videos on a cracked phone on the bus. The chalkboard prompts give me big letters and one drawing, and nothing else. That is all a lesson needs.",
    authorName: "Kwabena Loom",
    authorTitle: "Teaches on Maths Before Lunch",
    authorImage: "/media/defaults/voice-kwabena.webp",
    isActive: true,
  },
  {
    quote:
      "I rewrite half of every prompt, and I like that it lets me. It is a good first draft from someone who has seen a garden, not a vending machine.",
    authorName: "Ines Fennimore",
    authorTitle: "Digs on Balcony Acre",
    authorImage: "/media/defaults/voice-ines.webp",
    isActive: true,
  },
  {
    quote:
      "Some months I upload six videos, some months none. My credits sit there and wait for me, which is more than I can say for my other subscriptions.",
    authorName: "Anders Pike",
    authorTitle: "Fixes old vans on Rust Allowed",
    authorImage: "/media/defaults/voice-anders.webp",
    isActive: true,
  },
];
