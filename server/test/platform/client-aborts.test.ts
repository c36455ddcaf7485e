import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { ownEnvironment, startShopProcess } from "../helpers/shop-process.ts";

const form = '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

test("whoever hangs up, at whatever moment, is no fault in the log", async () => {
  const shop = await startShopProcess(
    {
      ...(await ownEnvironment()),
      APP_URL: "http://shop.test",
      TRUST_PROXY: "loopback",
      LOG_LEVEL: "info",
    },
    { built: true },
  );
  const person = { name: "Ada", email: "ada@example.com", password: "a good password" };
  const json = { "content-type": "application/json" };
  const signedUp = await fetch(`${shop.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(person),
  });
  const cookie = signedUp.headers.getSetCookie()[0]!.split(";")[0]!;
  const page = await (await fetch(`${shop.url}/login`)).text();
  const script = /\/assets\/[\w-]+\.js/.exec(page)![0];

  const { port } = new URL(shop.url);
  const head = (line: string, ...headers: string[]) =>
    [
      `${line} HTTP/1.1`,
      "host: shop.test",
      "x-forwarded-for: 9.9.9.9",
      `cookie: ${cookie}`,
      ...headers,
      "",
      "",
    ].join("\r\n");
  const multipart = "content-type: multipart/form-data; boundary=edge";
  const signIn = JSON.stringify(person);
  const sent = [
    head("POST /api/auth/sign-in/email", "content-type: application/json", "content-length: 900") + signIn,
    head(
      "POST /api/auth/sign-in/email",
      "content-type: application/json",
      `content-length: ${signIn.length}`,
    ) + signIn,
    head("PUT /api/shop-settings", "content-type: application/json", "transfer-encoding: chunked") +
      '5\r\n{"a":',
    head("POST /upload", multipart, "content-length: 90000") + form,
    head("POST /upload", multipart, "transfer-encoding: chunked"),
    head("POST /api/support/attachments", multipart, "content-length: 90000") + form.replace("image", "file"),
    head("POST /api/support/guest-attachments", multipart, "content-length: 90000") +
      form.replace("image", "file"),
    `${head("POST /api/paypal/webhook", "content-type: application/json", "content-length: 900")}{`,
    head("GET /api/support/events"),
    head("GET /api/credits/entries.csv"),
    head("GET /packages"),
    head("GET /packages") + head("GET /api/viewer"),
    head("GET /user/dashboard"),
    head("GET /terms?x=1"),
    head(`GET ${script}`),
    head("GET /nothing"),
    head("GET /packages").slice(0, -4),
    "GET",
    "\r\n",
  ];
  const leave = async (text: string, how: "reset" | "end", after: "sending" | "an answer") => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    await new Promise((written) => socket.write(text, written));
    // What waits for the rest of a body answers nothing: then another's answer shows that it was looked at.
    if (after === "an answer") await Promise.race([once(socket, "data"), fetch(`${shop.url}/api/viewer`)]);
    if (how === "reset") socket.resetAndDestroy();
    else socket.destroy();
  };
  for (const text of sent) {
    for (const how of ["reset", "end"] as const)
      for (const after of ["sending", "an answer"] as const) await leave(text, how, after);
  }
  await shop.kill("SIGTERM");
  const loud = shop
    .output()
    .split("\n")
    .filter((line) => /"level":"(warn|error|fatal)"/.test(line));
  expect(loud).toEqual([]);
});
