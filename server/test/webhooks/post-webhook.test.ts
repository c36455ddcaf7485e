import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { postWebhook } from "#server/providers/webhooks/post-webhook.ts";
import { answers, openReceiver } from "./receiver.ts";

const message = { body: '{"type":"webhook.test"}', headers: { "webhook-id": "one" } };
const local = { allowLoopback: true, timeoutMs: 10_000 };

test("a message arrives whole, and the beginning of the answer is told", async () => {
  const receiver = await openReceiver(answers(200, `Thanks.\n\u0000\u202e${"x".repeat(600)}`));
  const posted = await postWebhook(`${receiver.url}/hooks?a=1`, message, local);
  expect(posted).toMatchObject({ status: 200, error: null });
  expect(posted.text).toMatch(/^Thanks\. x+$/);
  expect(posted.text).toHaveLength(500);
  const cut = await openReceiver(answers(200, `${"x".repeat(499)}🦊 and more`));
  expect((await postWebhook(cut.url, message, local)).text).toBe("x".repeat(499));
  expect(receiver.received).toMatchObject([
    {
      path: "/hooks?a=1",
      body: message.body,
      headers: { "webhook-id": "one", "content-type": "application/json" },
    },
  ]);
});

test("a redirect is not followed", async () => {
  const target = await openReceiver();
  const receiver = await openReceiver((_, response) =>
    response.writeHead(307, { location: `${target.url}/inside` }).end(),
  );
  const posted = await postWebhook(receiver.url, message, local);
  expect(posted).toMatchObject({ status: 307, error: "It answered 307, and redirects are not followed." });
  expect(target.connections()).toBe(0);
});

test("a receiver that hangs is left after the time that all of it may take", async () => {
  const receiver = await openReceiver(() => undefined);
  const posted = await postWebhook(receiver.url, message, { ...local, timeoutMs: 300 });
  expect(posted).toEqual({ status: null, text: "", error: "No answer within 0.3 seconds." });
});

test("an answer that trickles is waited for no longer, and its status counts", async () => {
  const receiver = await openReceiver((_, response) => {
    response.writeHead(200);
    response.write("so ");
    response.write("slow");
  });
  const posted = await postWebhook(receiver.url, message, { ...local, timeoutMs: 2_000 });
  expect(posted).toEqual({ status: 200, text: "so slow", error: null });
});

test("of an answer of 100 MB a few kB are taken", async () => {
  let written = 0;
  const receiver = await openReceiver((_, response) => {
    response.writeHead(500);
    const chunk = Buffer.alloc(65_536, "y");
    const more = () => {
      while (written < 100_000_000 && !response.destroyed) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  });
  const posted = await postWebhook(receiver.url, message, local);
  expect(posted).toMatchObject({ status: 500, error: "It answered 500." });
  expect(posted.text).toHaveLength(500);
  expect(written).toBeLessThan(20_000_000);
});

test("what is no web server, headers without end and another protocol are one failed try each", async () => {
  const posted = async (text: string) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end(text));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    return (await postWebhook(url, message, local)).error;
  };
  const broken = "It did not answer as a web server does.";
  expect(await posted("220 mail.example.com ESMTP\r\n")).toBe(broken);
  expect(await posted("")).toBe("The connection was broken off.");
  expect(await posted(`HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(20_000)}\r\n`)).toBe(
    "The headers of its answer are too long.",
  );
  expect(await posted("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")).toBe(
    broken,
  );
  const plain = await openReceiver();
  const tls = await postWebhook(plain.url.replace("http:", "https:"), message, local);
  expect(tls.error).toBe("Its TLS certificate or encryption is not valid.");
});

test("a name that leads elsewhere between the look-up and the connection gains nothing", async () => {
  const meant = await openReceiver();
  const port = Number(new URL(meant.url).port);
  const inside = await openReceiver(answers(204), { host: "127.0.0.2", port });
  // As a hostile name server has it: another answer each time. Both machines count as allowed here, since no test
  // connects to a public address.
  const told = [["127.0.0.1"], ["127.0.0.2"]];
  const resolve = async () => told.shift() ?? ["127.0.0.2"];
  const rules = { ...local, resolve };
  await postWebhook(`https://hooks.example.com:${port}/`, message, rules);
  expect([meant.connections(), inside.connections(), told.length]).toEqual([1, 0, 1]);
});

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::", "64:ff9b::7f00:1"])(
  "a public name that leads to %s connects to nothing",
  async (leadsTo) => {
    const inside = await openReceiver();
    const rules = { allowLoopback: false, timeoutMs: 10_000, resolve: async () => [leadsTo] };
    const url = `https://hooks.example.com:${new URL(inside.url).port}/`;
    const posted = await postWebhook(url, message, rules);
    expect(posted).toEqual({ status: null, text: "", error: "This address is not on the public internet." });
    expect(inside.connections()).toBe(0);
  },
);
