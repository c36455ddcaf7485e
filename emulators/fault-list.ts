export interface FaultList<Fault, Call> {
  add(fault: Fault): void;
  /** The first one that fits; counts as one strike. */
  take(call: Call): Fault | undefined;
  list(): readonly Fault[];
  clear(): void;
}

/** Each strikes as many calls as it has left, or all where that is null. */
export function createFaultList<Fault extends { left: number | null }, Call>(
  fits: (fault: Fault, call: Call) => boolean,
): FaultList<Fault, Call> {
  let faults: Fault[] = [];
  return {
    add: (fault) => void faults.push(fault),
    take: (call) => {
      const found = faults.find((fault) => fits(fault, call));
      if (found && found.left !== null) {
        found.left -= 1;
        if (found.left <= 0) faults = faults.filter((fault) => fault !== found);
      }
      return found;
    },
    list: () => faults,
    clear: () => {
      faults = [];
    },
  };
}
