import pg from "pg";

/**
 * A session of its own, connected. Whoever asks learns of a lost connection by what it asked: without a listener one that
 * is lost would end the process.
 */
export async function openClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
