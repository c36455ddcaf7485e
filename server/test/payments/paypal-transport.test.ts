import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { send } from "#server/providers/paypal/transport.ts";

test("an address of PayPal's that leads elsewhere, or that nobody may ask, is told as that, and not followed", async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    response.writeHead(301, { location: `http://${request.headers.host}/elsewhere` }).end();
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const reasonAt = async (url: string) => {
    const answer = await send(url, { method: "POST", body: "grant_type=client_credentials" }, 5_000);
    return "kind" in answer ? answer.reason : answer;
  };
  expect(await reasonAt(`http://127.0.0.1:${port}/v1/oauth2/token`)).toBe(
    "no connection (unexpected redirect)",
  );
  expect(asked).toBe(1);
  expect(await reasonAt("http://127.0.0.1:10080/v1/oauth2/token")).toBe("no connection (bad port)");
});
