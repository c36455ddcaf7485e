import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { listen } from "#server/listen.ts";
import { loadAppSecret } from "#server/platform/app-secret.ts";
import { requireGivenDatabase } from "#server/platform/postgres/given-database.ts";
import { startOwnPostgres } from "#server/platform/postgres/own-postgres.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

async function usedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("a port in use and a foreign host are each answered by one sentence that names the variable", async () => {
  const port = await usedPort();
  await expect(listen(Fastify(), { host: "127.0.0.1", port })).rejects.toThrow(
    `PORT ${port} is in use on 127.0.0.1: stop the program that listens there, or set another PORT.`,
  );
  await expect(listen(Fastify(), { host: "192.0.2.1", port })).rejects.toThrow(
    'HOST "192.0.2.1" is no address of this machine.',
  );
});

test("a database that cannot be reached is answered by one sentence that names DATABASE_URL alone", async () => {
  const port = await usedPort();
  for (const host of [`127.0.0.1:${port}`, "localhost:1", "no-such-host.invalid"]) {
    const { databaseUrl } = readConfig({ DATABASE_URL: `postgres://shop:hunter22@${host}/shop` });
    const refused = requireGivenDatabase(databaseUrl!);
    await expect(refused).rejects.toThrow(
      /^The PostgreSQL that DATABASE_URL names cannot be used: \S.*[^.]\.$/,
    );
    await expect(refused).rejects.not.toThrow(/hunter22/);
  }
});

test("a DATA_DIR that is a file, or that the system refuses, is answered by one sentence that names it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, "data");
  writeFileSync(dataDir, "");
  for (const refused of [dataDir, join(dataDir, "below"), "/proc/no/folder"]) {
    const sentence = `DATA_DIR "${refused}" cannot be used`;
    await expect(loadAppSecret({ appSecret: undefined, dataDir: refused })).rejects.toThrow(sentence);
    const started = startOwnPostgres({ dataDir: refused, log: silent });
    await expect(started).rejects.toThrow(sentence);
  }
});
