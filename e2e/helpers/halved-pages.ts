import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A shop whose pages arrive in two pieces, as over a slow network: cut in front of `mark`, the second one sent once
 * `release` is called.
 */
export async function halvePages(
  shopUrl: string,
  mark: string,
): Promise<{ url: string; release: () => void }> {
  const rest = Promise.withResolvers<void>();
  const server = createServer(async ({ url }, response) => {
    const answer = await fetch(new URL(url!, shopUrl), { headers: { accept: "text/html,*/*" } });
    const body = Buffer.from(await answer.arrayBuffer());
    const cut = body.indexOf(mark);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    if (cut > 0) {
      response.write(body.subarray(0, cut));
      await rest.promise;
    }
    response.end(cut > 0 ? body.subarray(cut) : body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    rest.resolve();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, release: rest.resolve };
}
