import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "#server/durable-files.ts";
import type { MailProvider, OutgoingMail } from "./mail-provider.ts";
import { messageOf } from "./message.ts";

/**
 * Mails as files, for a shop without a mail server: DATA_DIR/outbox/<message>.eml, written whole or not at all. A
 * repeat replaces its own file.
 */
export function outboxFolder(folder: string): MailProvider {
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail) {
      const message = messageOf(mail);
      if ("refused" in message) return { result: "refused", detail: message.refused };
      try {
        transport ??= openTransport();
        const info = await (await transport).sendMail(message);
        const name = fileName(mail);
        await writeWhole(join(folder, name), info.message as Buffer);
        return { result: "sent", detail: name };
      } catch (error) {
        return { result: "failed", detail: String((error as Error).message).slice(0, 300) };
      }
    },
    close: () => undefined,
  };
}

/** Loaded with the first mail. */
async function openTransport() {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true, newline: "windows" });
}

function fileName(mail: OutgoingMail): string {
  const local = mail.messageId.replace(/^<|@.*$/g, "").replace(/[^A-Za-z0-9.-]/g, "_");
  return `${local}-${mail.to.replace(/[^A-Za-z0-9.@+-]/g, "_").slice(0, 100)}.eml`;
}

/** The mails of a folder, each with what its Message-ID says of its row; other files are not among them. */
export async function listMailFiles(
  folder: string,
): Promise<{ name: string; id: number; createdAt: number }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.flatMap((name) => {
    const [, id, moment] = /^\.?(\d{8,15})\.([0-9a-z]+)-.*\.eml(?:\..*)?$/.exec(name) ?? [];
    return id && moment ? [{ name, id: Number(id), createdAt: Number.parseInt(moment, 36) }] : [];
  });
}

export async function removeMailFile(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
}
