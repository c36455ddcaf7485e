import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

/**
 * What the shop is compared with: Node's own server. It answers a fixed text (ANSWER) or, where QUERY is given, the
 * rows of that one prepared query on DATABASE_URL, through the same driver and as many connections as the shop has.
 */
const { ANSWER: answer = "{}", QUERY: query, DATABASE_URL: connectionString } = process.env;
const pool = query ? new pg.Pool({ connectionString, max: 20 }) : null;

const server = createServer(async (request, response) => {
  request.resume();
  const found = pool ? await pool.query({ name: "bare", text: query! }) : null;
  const body = Buffer.from(found ? JSON.stringify(found.rows) : answer);
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
  });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
process.once("SIGTERM", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
