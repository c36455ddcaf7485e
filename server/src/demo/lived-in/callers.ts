import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";

/** Somebody with an account, signed in. */
export interface Caller {
  id: string;
  name: string;
  email: string;
  cookie: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape; one that is not as expected ends the seeding.
type Body = any;

export interface Callers {
  /** Makes a call through the real route. @throws where the answer is no success. */
  call(
    as: Caller | null,
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    body?: unknown,
  ): Promise<Body>;
  /** Reads a file's bytes. */
  readFile(as: Caller, url: string): Promise<Buffer>;
  /** Sends a file as a form does, in the field `file`; answers the JSON. */
  sendFile(as: Caller, url: string, name: string, bytes: Buffer, type: string): Promise<Body>;
  signUp(name: string): Promise<Caller>;
  signIn(caller: { name: string; email: string }, password?: string): Promise<Caller>;
}

/** People who use the shop as a browser does. All that sign up have the same password. */
export function createCallers(http: FastifyInstance, password: string): Callers {
  async function request(
    as: Caller | null,
    options: { method: string; url: string; payload?: Buffer | string; type?: string },
  ) {
    const answer = await http.inject({
      method: options.method as "GET",
      url: options.url,
      headers: {
        accept: "application/json",
        ...(as ? { cookie: as.cookie } : {}),
        ...(options.type ? { "content-type": options.type } : {}),
      },
      ...(options.payload === undefined ? {} : { payload: options.payload }),
    });
    if (answer.statusCode >= 300)
      throw new Error(`${options.method} ${options.url} answered ${answer.statusCode}: ${answer.body}`);
    return answer;
  }

  const callers: Callers = {
    async call(as, method, url, body) {
      const json = body === undefined ? {} : { payload: JSON.stringify(body), type: "application/json" };
      return (await request(as, { method, url, ...json })).json();
    },
    readFile: async (as, url) => (await request(as, { method: "GET", url })).rawPayload,
    async sendFile(as, url, name, bytes, type) {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)], { type }), name);
      const encoded = new Response(form);
      const payload = Buffer.from(await encoded.arrayBuffer());
      return (
        await request(as, { method: "POST", url, payload, type: encoded.headers.get("content-type")! })
      ).json();
    },
    async signUp(name) {
      const email = `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@example.com`;
      await callers.call(null, "POST", "/api/auth/sign-up/email", {
        name,
        email,
        password,
        termsAccepted: true,
      });
      return callers.signIn({ name, email });
    },
    async signIn({ name, email }, own = password) {
      const payload = JSON.stringify({ email, password: own });
      const answer = await request(null, {
        method: "POST",
        url: "/api/auth/sign-in/email",
        payload,
        type: "application/json",
      });
      const cookie = answer.cookies
        .map((each) => `${each.name}=${encodeURIComponent(each.value)}`)
        .join("; ");
      return { id: answer.json().user.id, name, email, cookie };
    },
  };
  return callers;
}

/** What makes a reply or a run that is sent twice stand once. */
export const newKey = () => randomBytes(12).toString("hex");
