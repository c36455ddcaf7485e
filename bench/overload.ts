import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { median } from "./support/load.ts";
import { conclude, megabytes, ms, table } from "./support/print.ts";
import { memoryOf } from "./support/processes.ts";
import { type BenchPerson, startBenchShop } from "./support/shop.ts";

/**
 * What visitors and people with a session meet while others try to take the shop from them: twenty pictures at once
 * that unpack to much, 300 sockets that send one byte of a body each, a thousand idle event streams. Signing in is to
 * take less than 2 s at its slowest, and the process less than 700 MB. `npm run bench -- overload`.
 */
const dataDir = await mkdtemp(join(tmpdir(), "bench-shop-"));
const env = { TRUST_PROXY: "loopback" };
const making = await startBenchShop({ people: 50, dataDir, env });
const { people } = making;
await making.stop();
// Three times the usual limits: the people were made from one address.
const shop = await startBenchShop({ dataDir, env: { ...env, RATE_LIMIT_FACTOR: "3" } });
const rows = [["meanwhile", "call", "answers", "median", "slowest", "memory"]];
const slowestSignIns: number[] = [];

/** Each client has an address of its own, which the shop was told to believe. */
let clients = 0;
const from = (address = `198.51.${100 + (++clients >> 8)}.${clients & 255}`) => ({
  "x-forwarded-for": address,
});

const calls: Record<string, () => Promise<Response>> = {
  "sign-in": () =>
    fetch(`${shop.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", ...from() },
      body: JSON.stringify({ email: people[49]!.email, password: "a long password" }),
    }),
  "visitor: /packages": () => fetch(`${shop.url}/packages`, { headers: from() }),
  "person: /api/viewer": () =>
    fetch(`${shop.url}/api/viewer`, { headers: { cookie: people[49]!.cookie, ...from() } }),
};

/** Makes each call again and again while `attack` goes on, and so often at least. */
async function meanwhile(name: string, attack: Promise<unknown>): Promise<void> {
  let isOver = false;
  void attack.then(() => {
    isOver = true;
  });
  for (const [call, make] of Object.entries(calls)) rows.push(await rowOf(name, call, make, () => isOver));
}

async function rowOf(name: string, call: string, make: () => Promise<Response>, isOver: () => boolean) {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  while (times.length < 10 || (times.length < 30 && !isOver())) {
    const begin = performance.now();
    const answer = await make();
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }
  if (call === "sign-in") slowestSignIns.push(Math.max(...times));
  const seen = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  return [name, call, seen, ms(median(times)), ms(Math.max(...times)), megabytes(memoryOf(shop.pid)?.now)];
}

/** From a few kilobytes, or of what takes an encoder longest. */
async function hostilePictures(): Promise<Buffer[]> {
  const plain = { channels: 4, background: "#808080" } as const;
  const noise = { type: "gaussian", mean: 128, sigma: 10 } as const;
  const create = (side: number, more: object = {}) =>
    sharp({ create: { width: side, height: side, ...plain, ...more }, limitInputPixels: false });
  return Promise.all([
    create(7000).toColourspace("rgb16").png({ progressive: true, compressionLevel: 9 }).toBuffer(),
    create(4900).png({ compressionLevel: 9 }).toBuffer(),
    create(3400).png({ progressive: true, compressionLevel: 9 }).toBuffer(),
    create(5000, { channels: 3, noise }).webp({ quality: 20 }).toBuffer(),
  ]);
}

async function uploadAll(pictures: Buffer[], uploaders: BenchPerson[]): Promise<string> {
  const statuses = await Promise.all(
    uploaders.map(async ({ cookie }, number) => {
      const body = new FormData();
      body.append("image", new Blob([new Uint8Array(pictures[number % pictures.length]!)]), "a.png");
      const headers = { cookie, ...from() };
      return (await fetch(`${shop.url}/upload`, { method: "POST", headers, body })).status;
    }),
  );
  return [...new Set(statuses)]
    .sort()
    .map((status) => `${statuses.filter((one) => one === status).length} × ${status}`)
    .join(", ");
}

function sendOneByte(): Socket {
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  const head = "POST /new-support-message HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.7";
  socket.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`);
  return socket;
}

function openStream({ cookie }: BenchPerson): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...from("203.0.113.8") };
    get(`${shop.url}/api/support/events`, { headers, agent: false }, (answer) => {
      answer.resume().on("error", () => undefined);
      resolve(answer.statusCode!);
    }).on("error", reject);
  });
}

try {
  await meanwhile("nothing else", Promise.resolve());
  const pictures = await hostilePictures();
  const uploads = uploadAll(pictures, people.slice(0, 20));
  await meanwhile("20 pictures", uploads);
  console.log(`Uploads: ${await uploads}; at most ${megabytes(memoryOf(shop.pid)?.peak)}`);
  const sockets = Array.from({ length: 300 }, sendOneByte);
  await meanwhile("300 slow bodies", Promise.resolve());
  for (const socket of sockets) socket.destroy();
  let open = 0;
  for (const person of people) {
    const own = await Promise.all(Array.from({ length: 20 }, () => openStream(person)));
    open += own.filter((status) => status === 200).length;
  }
  await meanwhile(`${open} idle streams`, Promise.resolve());
  console.log(table(rows));
  const { peak } = memoryOf(shop.pid) ?? { peak: 0 };
  const slowest = Math.max(...slowestSignIns);
  conclude(slowest < 2_000 && peak < 700, `slowest sign-in ${ms(slowest)} of 2 s, ${megabytes(peak)} of 700`);
} finally {
  await shop.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();
