import type { ThumbnailNiche } from "../brief.ts";
import * as life from "./life.ts";
import type { Motif } from "./motif.ts";
import * as play from "./play.ts";
import * as work from "./work.ts";
import * as world from "./world.ts";

/** The two illustrations of each subject: the first picture's, and the different one's. */
export const motifsByNiche: Record<ThumbnailNiche, readonly [Motif, Motif]> = {
  gaming: [play.controller, play.trophy],
  vlog: [life.ringLight, life.playButton],
  education: [work.graduationCap, work.bulb],
  business: [work.risingChart, work.rocket],
  tech: [work.chip, world.phone],
  lifestyle: [life.coffee, life.heart],
  cooking: [world.fryingPan, world.chefHat],
  travel: [world.plane, world.compass],
  fitness: [life.dumbbell, life.flame],
  beauty: [life.lipstick, life.diamond],
  music: [play.headphones, world.microphone],
  art: [play.palette, world.pencil],
  diy: [work.tools, work.gear],
  parenting: [life.teddy, life.balloons],
  pets: [life.dog, life.paw],
  realEstate: [work.house, work.key],
  health: [life.heartPulse, life.apple],
  wellness: [life.lotus, world.leaf],
  sports: [play.ball, play.trophy],
  comedy: [play.laughing, world.microphone],
  news: [work.newspaper, work.megaphone],
  politics: [work.podium, work.megaphone],
  science: [world.flask, world.atom],
  history: [world.temple, world.hourglass],
  nature: [world.mountains, world.leaf],
  fashion: [life.dress, life.diamond],
  food: [world.burger, life.flame],
  photography: [world.camera, world.aperture],
  gardening: [world.plant, world.leaf],
  automotive: [world.car, world.gauge],
  movies: [play.clapper, life.playButton],
  books: [work.books, work.bulb],
};
