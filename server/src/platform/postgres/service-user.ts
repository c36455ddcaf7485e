import { readFileSync, statSync } from "node:fs";

/** The account a PostgreSQL process runs under, where it is not the shop's own. */
export type ServiceUser = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. A shop started by root therefore runs it as the owner of an existing
 * cluster, or as the system user `thumbsmith` where the machine has one, or as `nobody`. Everybody else runs it
 * as themselves (undefined).
 */
export function chooseServiceUser(clusterDir: string): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== "linux") {
    throw new Error(
      "Thumbsmith's own PostgreSQL cannot be run by root on this system: start Thumbsmith as an ordinary user, " +
        "or set DATABASE_URL.",
    );
  }
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  // A cluster that belongs to root is a copy that root made; the caller hands it over to the service user.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readUsers();
  const user = users.get("thumbsmith") ?? users.get("nobody");
  if (!user) {
    throw new Error(
      "Thumbsmith runs as root, and its own PostgreSQL needs an unprivileged user: add a system user named " +
        "thumbsmith, start Thumbsmith as an ordinary user, or set DATABASE_URL.",
    );
  }
  return user;
}

function readUsers(): Map<string, ServiceUser> {
  const users = new Map<string, ServiceUser>();
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name && Number(uid) > 0) users.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return users;
}
