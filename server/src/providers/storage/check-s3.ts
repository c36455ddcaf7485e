import { randomBytes } from "node:crypto";
import { fetchFailure, noConnection } from "#server/platform/fetch-failure.ts";
import { type S3Options, StoreRefusal, s3Storage } from "./s3.ts";

/** What is wrong with the bucket, and whether waiting may cure it. */
export interface S3Problem {
  sentence: string;
  isPassing: boolean;
}

/**
 * Puts, reads and removes one small file, and reads it again: to whoever may not list a bucket Amazon calls a file that is
 * not there forbidden, which would look like a store that is away. Null where all went well.
 */
export async function checkS3(options: S3Options): Promise<S3Problem | null> {
  const storage = s3Storage(options);
  const key = `start-check-${randomBytes(8).toString("hex")}`;
  const bytes = Buffer.from("May be deleted.\n");
  let isGone = false;
  try {
    await storage.put(key, bytes, "text/plain");
    const read = await storage.get(key);
    await storage.remove(key);
    isGone = true;
    await storage.get(key);
    if (read?.equals(bytes)) return null;
    return {
      sentence: "S3_URL names a store that does not give back what was put into it.",
      isPassing: false,
    };
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    if (isGone && cause instanceof StoreRefusal && cause.code === "AccessDenied") {
      const sentence = `S3_ACCESS_KEY may not list the bucket "${options.bucket}", so that the store does not tell a file that is not there from a forbidden one: give it s3:ListBucket.`;
      return { sentence, isPassing: false };
    }
    if (cause instanceof StoreRefusal && cause.status < 500)
      return { sentence: sentenceOf(cause, options), isPassing: false };
    const reason = cause instanceof StoreRefusal ? `it answers ${cause.status}` : reasonOf(cause);
    return {
      sentence: `The file store at S3_URL (${new URL(options.url).host}) cannot be used now: ${reason}.`,
      isPassing: true,
    };
  }
}

/** Source: Amazon S3 API reference, "Error responses"; MinIO, Garage and others answer with the same codes. */
function sentenceOf({ status, code = "", region }: StoreRefusal, options: S3Options): string {
  const used = options.region ? `"${options.region}"` : "the region that the shop guessed";
  switch (code) {
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "TemporaryRedirect":
    case "InvalidRegion":
    case "IllegalLocationConstraintException":
      return region
        ? `S3_REGION must be "${region}", as the store answers.`
        : `S3_REGION must be set to the bucket's region, because the store does not take ${used} (${code}).`;
    case "InvalidAccessKeyId":
      return "S3_ACCESS_KEY is not known to the store.";
    case "SignatureDoesNotMatch":
      return `S3_SECRET_KEY does not belong to S3_ACCESS_KEY, or S3_REGION is wrong (the store does not take ${used}).`;
    case "NoSuchBucket":
      return `S3_BUCKET "${options.bucket}" does not exist in the store: make it, or correct the name.`;
    case "AccessDenied":
    case "AllAccessDisabled":
      return `S3_ACCESS_KEY may not write, read and delete in the bucket "${options.bucket}": give it these rights.`;
    case "RequestTimeTooSkewed":
      return "The store refuses requests because this machine's clock is wrong: have it set by NTP.";
    default:
      return `S3_URL names a store that answers ${status}${code ? ` ${code}` : ""}: compare the S3 variables with it.`;
  }
}

function reasonOf(error: unknown): string {
  const failure = fetchFailure(error);
  return failure.isLate ? "it does not answer" : noConnection(failure);
}
