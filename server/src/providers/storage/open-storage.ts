import type { Config } from "#server/config.ts";
import type { Storage } from "../../platform/storage.ts";
import { folderStorage } from "./folder.ts";
import { s3Storage } from "./s3.ts";

/** The bucket where one is configured, else a folder of DATA_DIR. */
export function openStorage(config: Pick<Config, "s3" | "dataDir">): Storage {
  return config.s3 ? s3Storage(config.s3) : folderStorage(`${config.dataDir}/uploads`);
}
