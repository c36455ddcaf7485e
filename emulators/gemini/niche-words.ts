import type { ThumbnailNiche, ThumbnailStyle } from "./renderer/brief.ts";

/** For each subject: what a picture can show, where it can be, and colours that suit it. */
export const nicheWords: Record<ThumbnailNiche, { focal: string; setting: string; colours: string }> = {
  gaming: {
    focal: "a player leaning into the screen, controller in hand",
    setting: "a dark room lit by monitor glow and RGB strips",
    colours: "electric violet, acid green and deep indigo",
  },
  vlog: {
    focal: "a creator looking straight into the lens, mid-gesture",
    setting: "a lived-in room with a soft ring-light reflection",
    colours: "warm coral, sunlit yellow and sky blue",
  },
  education: {
    focal: "one clear symbol of the idea, drawn large beside a curious learner",
    setting: "a tidy desk in front of a softly blurred board",
    colours: "royal blue, chalk white and golden yellow",
  },
  business: {
    focal: "a confident founder beside a steeply rising chart",
    setting: "a glass office above a city at dusk",
    colours: "navy, clean white and a winning green",
  },
  tech: {
    focal: "the device in three-quarter view, floating, every edge crisp",
    setting: "a dark studio with fine circuit-like light lines",
    colours: "graphite, cyan and a spark of magenta",
  },
  lifestyle: {
    focal: "a calm everyday moment with hands, cup and morning light",
    setting: "a bright, uncluttered home by a large window",
    colours: "cream, terracotta and sage",
  },
  cooking: {
    focal: "the finished dish in extreme close-up with steam rising",
    setting: "a rustic counter with scattered fresh ingredients",
    colours: "tomato red, saffron and basil green",
  },
  travel: {
    focal: "a lone traveller small against one unmistakable landmark",
    setting: "a wide golden-hour vista with depth and haze",
    colours: "turquoise, sunset orange and sand",
  },
  fitness: {
    focal: "an athlete at the peak of the effort, muscles sharply lit",
    setting: "a gritty gym with chalk dust in the air",
    colours: "black, hot red and volt yellow",
  },
  beauty: {
    focal: "a luminous face in close-up beside one hero product",
    setting: "a soft seamless backdrop with satin highlights",
    colours: "blush, champagne and deep berry",
  },
  music: {
    focal: "a performer in mid-note, headphones or microphone catching the light",
    setting: "a hazy stage cut by two coloured beams",
    colours: "ultraviolet, magenta and gold",
  },
  art: {
    focal: "a loaded brush meeting a half-finished canvas",
    setting: "a paint-flecked studio under a skylight",
    colours: "cobalt, cadmium yellow and vermilion",
  },
  diy: {
    focal: "a before-and-after split with capable hands and a hero tool",
    setting: "a workshop bench with sawdust and pegboard",
    colours: "safety orange, timber and slate",
  },
  parenting: {
    focal: "a parent and child sharing one honest, funny look",
    setting: "a sunny living room with a few bright toys",
    colours: "sky blue, butter yellow and soft red",
  },
  pets: {
    focal: "the animal's face very close, eyes bright, head tilted",
    setting: "a sunlit floor or garden thrown out of focus",
    colours: "honey, leaf green and warm white",
  },
  realEstate: {
    focal: "a handsome house front at blue hour, every window glowing",
    setting: "a swept drive under a clear evening sky",
    colours: "twilight blue, warm gold and brick red",
  },
  health: {
    focal: "one vivid symbol of the body with a clear cause and effect",
    setting: "a clean clinical space with soft daylight",
    colours: "teal, white and a vital red",
  },
  wellness: {
    focal: "a still figure seated in profile, breathing out",
    setting: "misty water and stone at dawn",
    colours: "pale jade, lilac and warm sand",
  },
  sports: {
    focal: "the decisive instant, ball frozen in mid-air, spray and turf flying",
    setting: "a floodlit stadium with a roaring blurred crowd",
    colours: "pitch green, white and team gold",
  },
  comedy: {
    focal: "a hugely exaggerated reaction, mouth open, hands up",
    setting: "a flat bright backdrop with one absurd prop",
    colours: "hot pink, lemon and cyan",
  },
  news: {
    focal: "the key person or place cut out sharply over a headline band",
    setting: "a newsroom wall of soft screens",
    colours: "signal red, white and ink blue",
  },
  politics: {
    focal: "a podium and microphones seen from low down, two sides facing off",
    setting: "a civic hall with flags falling into shadow",
    colours: "deep blue, cream and red",
  },
  science: {
    focal: "the phenomenon itself, enormous and luminous, with one small human for scale",
    setting: "a dark field of fine glowing particles",
    colours: "teal, ultraviolet and white heat",
  },
  history: {
    focal: "a weathered statue or ruin that seems to look back",
    setting: "a stormy sky breaking into old gold light",
    colours: "parchment, bronze and oxblood",
  },
  nature: {
    focal: "one animal or peak, perfectly sharp, dwarfing the viewer",
    setting: "layered forest and mist at first light",
    colours: "pine green, glacier blue and amber",
  },
  fashion: {
    focal: "a full silhouette in mid-stride, fabric caught in motion",
    setting: "a plain runway backdrop with one hard shadow",
    colours: "fuchsia, ivory and black",
  },
  food: {
    focal: "an absurdly tall, dripping close-up of the dish, one bite gone",
    setting: "a diner table with soft neon behind",
    colours: "mustard, ketchup red and lettuce green",
  },
  photography: {
    focal: "a camera pointed at the viewer, the scene mirrored in its lens",
    setting: "a dark studio with one large soft source",
    colours: "charcoal, amber and cool blue",
  },
  gardening: {
    focal: "soil-dusted hands holding the best plant of the season",
    setting: "a lush bed in morning sun with drops on the leaves",
    colours: "fresh green, terracotta and sunlight",
  },
  automotive: {
    focal: "the car low and wide in three-quarter front view, lamps lit",
    setting: "wet asphalt with long light trails",
    colours: "racing red, gunmetal and white",
  },
  movies: {
    focal: "one iconic character half in shadow, eyes catching light",
    setting: "a cinema dark cut by a projector beam",
    colours: "crimson, black and aged gold",
  },
  books: {
    focal: "an open book from which the story rises as a small glowing world",
    setting: "a reading nook with warm lamp light",
    colours: "forest green, cream and brass",
  },
};

export const styleWords: Record<
  ThumbnailStyle,
  { layout: readonly string[]; light: readonly string[]; type: string }
> = {
  minimal: {
    layout: [
      "One subject on the right third, at least half of the frame left empty",
      "A single centred subject with wide, quiet margins",
    ],
    light: ["soft, even daylight with one gentle shadow", "a clean high-key light without hard edges"],
    type: "a refined sans serif in sentence case, dark on pale, generously spaced",
  },
  bold: {
    layout: [
      "The subject breaks out of the frame on the right over a hard diagonal",
      "An oversized subject in the foreground, beams converging behind it",
    ],
    light: ["hard rim light with deep contrast", "a punchy key light and a saturated backlight"],
    type: "ultra-heavy condensed capitals with a thick dark outline, filling the left half",
  },
  colorful: {
    layout: [
      "The subject inside a burst of layered organic forms",
      "Flowing bands of colour that lead the eye from the words to the subject",
    ],
    light: ["bright, glossy light with coloured reflections", "a vivid gradient glow from two sides"],
    type: "round, friendly heavy letters in white with a deep outline",
  },
  professional: {
    layout: [
      "Words on the left on a clear grid, the subject on the right in a clean panel",
      "The subject upper right, words in a strong lower third",
    ],
    light: ["polished three-point studio light", "cool ambient light with one warm accent on the subject"],
    type: "a strong geometric sans serif, two weights at most, tightly aligned",
  },
  playful: {
    layout: [
      "The subject as a tilted cut-out sticker with doodles around it",
      "A comic panel with the words in a speech bubble and the subject reacting",
    ],
    light: [
      "flat, cheerful light like a cartoon cel",
      "bright pop-art light with printed dots in the shadows",
    ],
    type: "bouncy comic capitals, each letter slightly turned, with a double outline",
  },
};
