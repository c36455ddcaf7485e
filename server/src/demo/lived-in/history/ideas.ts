import type { Niche, Style } from "#contract/generation-options.ts";

export const firstNames =
  "Aaliyah Aiko Amara Anton Beatriz Ben Carla Chidi Dilnoza Eero Emma Farid Freya Giulia Hana Hugo Ibrahim Ingrid Jamal Jana Kofi Lena Leo Linh Lucía Malik Marek Mei Milan Nadia Niamh Noah Olga Omar Oskar Paula Pedro Quinn Ravi Rosa Sami Selin Tariq Théo Uma Vera Wanjiru Yusuf Zara Zoltán".split(
    " ",
  );
export const lastNames =
  "Abebe Andersen Bauer Bianchi Castro Chen Costa Demir Dubois Eriksen Fischer García Haddad Hansen Ito Jensen Kim Kovács Laine Lopes Marino Mensah Moreau Nakamura Novák Nguyen O'Brien Okoye Patel Petrov Quiroga Rahman Rossi Santos Silva Singh Tanaka Torres Varga Weiss Yılmaz Zając".split(
    " ",
  );

export const homes: readonly [address: string, country: string][] = [
  ["18 Mill Lane, Bristol", "United Kingdom"],
  ["Lindenstraße 44, 10969 Berlin", "Germany"],
  ["204 W 4th St, Austin, TX 78701", "United States"],
  ["7 Rue des Lilas, 69003 Lyon", "France"],
  ["Calle Mayor 12, 28013 Madrid", "Spain"],
  ["31 Bay Road, Wellington", "New Zealand"],
  ["Storgata 9, 0155 Oslo", "Norway"],
  ["Rua Augusta 210, 1100 Lisboa", "Portugal"],
  ["88 Queen St W, Toronto", "Canada"],
  ["14 Rose Avenue, Nairobi", "Kenya"],
];

/** What the crowd made thumbnails of. */
export const ideas: readonly [title: string, niche: Niche, style: Style][] = [
  ["I Lived on a Train for a Week", "travel", "bold"],
  ["5 Knife Skills You Need", "cooking", "professional"],
  ["Why Your Code Is Slow", "tech", "minimal"],
  ["The Hardest Boss I Ever Beat", "gaming", "bold"],
  ["My First 1,000 Subscribers", "vlog", "playful"],
  ["Stretch for Ten Minutes a Day", "fitness", "minimal"],
  ["Repotting Without Killing It", "gardening", "colorful"],
  ["What Is Inside a Star?", "science", "colorful"],
  ["A Week Without My Phone", "lifestyle", "professional"],
  ["Fix a Squeaky Door in a Minute", "diy", "playful"],
  ["How I Plan a Whole Month", "business", "professional"],
  ["Puppy's First Day at the Lake", "pets", "playful"],
  ["The Fall of Constantinople", "history", "bold"],
  ["Street Food Under Two Dollars", "food", "colorful"],
  ["Golden Hour With a Cheap Lens", "photography", "minimal"],
  ["Old Van, New Engine", "automotive", "bold"],
  ["One Song, Four Genres", "music", "colorful"],
  ["The Book That Changed My Mind", "books", "minimal"],
  ["Buying a Flat Under Forty", "realEstate", "professional"],
  ["I Tried Stand-Up Comedy Once", "comedy", "playful"],
];

/** What PayPal's and the model's refusals read like in a shop's rows. */
export const failures: readonly [message: string, reason: string][] = [
  ["API Error: 429 - too many requests", "rate-limit"],
  ["The AI service did not answer in time.", "timeout"],
  ["API Error: 503 - the service is overloaded", "overloaded"],
  ["The AI service made no image: the safety filter blocked the picture.", "safety"],
];

export const questions: readonly [subject: string, message: string, answer: string][] = [
  [
    "Receipt with my company's name",
    "Can the receipt carry it?",
    "Yes: put it into your profile, then open the order's receipt again.",
  ],
  [
    "Run failed twice",
    "The credit came back both times. Is it me?",
    "No, the image service was busy. It is fine again since noon.",
  ],
  [
    "Text is cut off on phones",
    "The last word is missing in the feed.",
    "Try a title of six words at most; the words then grow and stay inside.",
  ],
  [
    "Change my e-mail",
    "I use another address now.",
    "An address can't be changed, but we can move your credits to a new account.",
  ],
  [
    "How long do credits last?",
    "I only upload once a month.",
    "They don't lapse. The membership does, your credits stay.",
  ],
  [
    "Two faces in one picture",
    "Can I ask for my co-host as well?",
    "Yes: describe both in the prompt and say who stands on which side.",
  ],
  [
    "Refund for a duplicate",
    "I bought Starter and meant Creator.",
    "We have given Starter back; the money takes up to five days.",
  ],
  [
    "Does it do Shorts?",
    "I would need vertical ones.",
    "Not yet: all pictures are 1280 × 720. We have noted your wish.",
  ],
];
