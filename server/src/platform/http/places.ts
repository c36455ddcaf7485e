/** Gives a place back; a second call does nothing. */
export type Leave = () => void;

export interface Places {
  readonly taken: number;
  hasRoom(isPreferred: boolean): boolean;
  /** Null where none is left. */
  take(isPreferred: boolean): Leave | null;
}

/** A number of places, of which the last ones are reserved for whoever is preferred. */
export function createPlaces(size: { most: number; reserved: number }): Places {
  let taken = 0;
  const places: Places = {
    get taken() {
      return taken;
    },
    hasRoom: (isPreferred) => taken < size.most - (isPreferred ? 0 : size.reserved),
    take(isPreferred) {
      if (!places.hasRoom(isPreferred)) return null;
      taken += 1;
      let isHeld = true;
      return () => {
        if (isHeld) taken -= 1;
        isHeld = false;
      };
    },
  };
  return places;
}

/** As many places for each key by itself. */
export function createPlacesByKey(size: Parameters<typeof createPlaces>[0]): {
  take(key: string, isPreferred: boolean): Leave | null;
} {
  const all = new Map<string, Places>();
  return {
    take(key, isPreferred) {
      const places = all.get(key) ?? createPlaces(size);
      const leave = places.take(isPreferred);
      if (!leave) return null;
      all.set(key, places);
      return () => {
        leave();
        // A second call comes when others may have begun anew under the key.
        if (places.taken === 0 && all.get(key) === places) all.delete(key);
      };
    },
  };
}
