/** Memory for answers that are being read and used, shared by all calls of this process. */
export interface Room {
  /** Waits, first come first served, until so many bytes are free; answers how to give them back. */
  enter(bytes: number): Promise<() => void>;
}

/**
 * Hundreds of pictures that arrive in one moment would each take megabytes at once. Those beyond the room stay in
 * their sockets, whose senders then wait. An answer larger than the whole room enters when it is alone.
 */
export function createRoom(total: number): Room {
  const waiting: { bytes: number; admit: () => void }[] = [];
  let free = total;

  function admitNext(): void {
    for (let next = waiting[0]; next && (next.bytes <= free || free === total); next = waiting[0]) {
      waiting.shift();
      free -= next.bytes;
      next.admit();
    }
  }

  return {
    enter: (bytes) =>
      new Promise((resolve) => {
        let left = false;
        const leave = () => {
          if (left) return;
          left = true;
          free += bytes;
          admitNext();
        };
        waiting.push({ bytes, admit: () => resolve(leave) });
        admitNext();
      }),
  };
}
