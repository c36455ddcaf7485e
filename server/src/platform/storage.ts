import type { Metrics } from "./metrics/metrics.ts";

/** Where files lie: generated images, uploads, attachments. Keys are relative paths of safe characters. */
export interface Storage {
  /** Written whole or not at all. */
  put(key: string, bytes: Buffer, mimeType: string): Promise<void>;
  /** Null where there is no such file. */
  get(key: string): Promise<Buffer | null>;
  /** No error where there is none. */
  remove(key: string): Promise<void>;
  /** Removes what processes that were killed left half written before that moment. */
  removeDrafts(before: Date): Promise<void>;
}

/** Has what the store fails at counted. */
export function countFailures(storage: Storage, metrics: Metrics): Storage {
  const counted =
    <Given extends unknown[], Result>(operation: keyof Storage, work: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      try {
        return await work(...given);
      } catch (error) {
        metrics.count("thumbsmith_files_failed_total", { operation });
        throw error;
      }
    };
  return {
    put: counted("put", storage.put),
    get: counted("get", storage.get),
    remove: counted("remove", storage.remove),
    removeDrafts: counted("removeDrafts", storage.removeDrafts),
  };
}

/** Keeps a key inside its store, whatever it was made from. */
export function requireSafeKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9/_.-]{0,200}$/i.test(key) || key.includes(".."))
    throw new Error("A file key is malformed.");
}

const uploads = "/uploads/";

/** A name that the shop gave to an uploaded picture, with its type. */
export const uploadName = /^[0-9a-f]{32}\.(jpg|png|webp|gif)$/;

/**
 * The key of an uploaded picture by its site path, which may have a query behind it; null for any other address, so that no
 * other file of the store is reached.
 */
export function keyOfUpload(url: string): string | null {
  if (!url.startsWith(uploads)) return null;
  const [name = ""] = url.slice(uploads.length).split(/[?#]/, 1);
  return uploadName.test(name) ? name : null;
}
