import { halls } from "./halls.ts";
import { imagined } from "./imagined.ts";
import { outdoors } from "./outdoors.ts";
import { rooms } from "./rooms.ts";

export const places = { ...outdoors, ...rooms, ...halls, ...imagined };
export type PlaceName = keyof typeof places;
