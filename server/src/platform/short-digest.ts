import { createHash } from "node:crypto";

/** 132 bits of SHA-256, as a name of what is not to be kept, or only to be compared. */
export const shortDigest = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("base64url").slice(0, 22);
