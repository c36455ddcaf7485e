import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { outboxPath } from "#server/providers/mail/open-mail.ts";
import { listMailFiles, removeMailFile } from "#server/providers/mail/outbox-folder.ts";
import { kindsFor } from "./audience.ts";
import { findErasure } from "./erasure.repository.ts";
import { emptyLeftNotices, forgetResentSubjects, setLeftAudience } from "./left-mails.repository.ts";

/** Here too for the feature that erases accounts, which may not import a repository of another. */
export { eraseMails } from "./erasure.repository.ts";

const atOnce = 1000;

/**
 * Removes the files of mails whose contents were erased with an account, where mails are files. A file's name holds
 * its row's number and moment, so that files of another database are left alone; a row below the newest one that is
 * not there was a mail that an erasure kept from going out while it was being written. Throws where none could be
 * removed, so that files which stay fail the hourly job.
 */
export async function removeErasedMailFiles({
  db,
  config,
  log,
}: Pick<Platform, "db" | "config" | "log">): Promise<void> {
  const folder = outboxPath(config);
  const files = await listMailFiles(folder);
  const erased = new Set<string>();
  for (let from = 0; from < files.length; from += atOnce) {
    const part = files.slice(from, from + atOnce);
    const { rows, newest } = await findErasure(
      db,
      part.map(({ id }) => id),
    );
    for (const { name, id, createdAt } of part) {
      const row = rows.get(id);
      if (row ? row.erased && row.createdAt.getTime() === createdAt : id < newest) erased.add(name);
    }
  }
  await workOff(
    log,
    async (failed, limit) => {
      const passedOver = new Set(failed);
      const rest = [...erased].filter((name) => !passedOver.has(name));
      return rest.slice(0, limit).map((name) => ({ id: name }));
    },
    async ({ id: name }) => {
      await removeMailFile(folder, name);
      erased.delete(name);
    },
  );
}

/** Makes an erasure find what a process of a former release queues beside this one, and ends what its own left. */
export async function mendLeftMails({ db }: Pick<Platform, "db">): Promise<void> {
  for (const audience of ["visitor", "support", "admins"] as const)
    await setLeftAudience(db, audience, kindsFor(audience));
  await emptyLeftNotices(db);
  await forgetResentSubjects(db);
}
