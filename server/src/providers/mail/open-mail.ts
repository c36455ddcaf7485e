import type { Config } from "#server/config.ts";
import type { MailProvider } from "./mail-provider.ts";
import { outboxFolder } from "./outbox-folder.ts";
import { smtpProvider } from "./smtp.ts";

/** The mail server where one is configured, else files in DATA_DIR/outbox. */
export function openMail(config: Pick<Config, "smtpUrl" | "dataDir">): MailProvider {
  return config.smtpUrl ? smtpProvider(config.smtpUrl) : outboxFolder(outboxPath(config));
}

export function outboxPath(config: Pick<Config, "dataDir">): string {
  return `${config.dataDir}/outbox`;
}
