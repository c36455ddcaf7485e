/** Large buffers that are used again and again instead of being left to the garbage collector. */
export interface BufferPool {
  /** A buffer of at least so many bytes, with whatever it held before. */
  take(bytes: number): Buffer;
  /** Nobody may use it any more. */
  giveBack(buffer: Buffer): void;
}

const step = 256 * 1024;

/**
 * V8 looks through the whole heap for every 64 MB of memory outside it, which at a hundred runs a second was half of
 * the process's time. Up to `keep` bytes wait here for their next use.
 */
export function createBufferPool(keep: number): BufferPool {
  const free: Buffer[] = [];
  let freeBytes = 0;

  return {
    take(bytes) {
      let best = -1;
      free.forEach((buffer, at) => {
        const fits = buffer.length >= bytes && buffer.length <= 2 * bytes + step;
        if (fits && (best === -1 || buffer.length <= free[best]!.length)) best = at;
      });
      const [found] = best === -1 ? [] : free.splice(best, 1);
      if (!found) return Buffer.allocUnsafeSlow(Math.ceil(Math.max(bytes, 1) / step) * step);
      freeBytes -= found.length;
      return found;
    },
    giveBack(buffer) {
      free.push(buffer);
      freeBytes += buffer.length;
      while (freeBytes > keep) freeBytes -= free.shift()!.length;
    },
  };
}
