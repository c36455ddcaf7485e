import type { ThumbnailNiche } from "../brief.ts";
import { dress, heart, heartPulse, lipstick } from "./beauty.ts";
import { diamond, house, key, risingChart, rocket } from "./commerce.ts";
import { aperture, camera, gear, palette, pencil, tools } from "./craft.ts";
import { ball, controller, dumbbell, flame, trophy } from "./games.ts";
import { compass, hourglass, plane, temple } from "./heritage.ts";
import { balloons, dog, paw, teddy } from "./home.ts";
import { apple, burger, chefHat, coffee, fryingPan } from "./kitchen.ts";
import { books, graduationCap, megaphone, newspaper, podium } from "./learning.ts";
import type { Motif } from "./motif.ts";
import { leaf, lotus, mountains, plant } from "./nature.ts";
import { clapper, headphones, laughing, microphone, playButton, ringLight } from "./stage.ts";
import { atom, bulb, chip, flask, phone } from "./technology.ts";
import { car, gauge } from "./vehicles.ts";

/** The two illustrations of each subject: the first picture's, and the different one's. */
export const motifsByNiche: Record<ThumbnailNiche, readonly [Motif, Motif]> = {
  gaming: [controller, trophy],
  vlog: [ringLight, playButton],
  education: [graduationCap, bulb],
  business: [risingChart, rocket],
  tech: [chip, phone],
  lifestyle: [coffee, heart],
  cooking: [fryingPan, chefHat],
  travel: [plane, compass],
  fitness: [dumbbell, flame],
  beauty: [lipstick, diamond],
  music: [headphones, microphone],
  art: [palette, pencil],
  diy: [tools, gear],
  parenting: [teddy, balloons],
  pets: [dog, paw],
  realEstate: [house, key],
  health: [heartPulse, apple],
  wellness: [lotus, leaf],
  sports: [ball, trophy],
  comedy: [laughing, microphone],
  news: [newspaper, megaphone],
  politics: [podium, megaphone],
  science: [flask, atom],
  history: [temple, hourglass],
  nature: [mountains, leaf],
  fashion: [dress, diamond],
  food: [burger, flame],
  photography: [camera, aperture],
  gardening: [plant, leaf],
  automotive: [car, gauge],
  movies: [clapper, playButton],
  books: [books, bulb],
};
