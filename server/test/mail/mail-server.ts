import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export interface TestMailServer {
  url: string;
  port: number;
  /** What was taken whole, in the order of its end. */
  received: ReceivedMail[];
  /** What the server does next: called for each recipient and each content, may throw an SMTP error. */
  behaviour: Behaviour;
  close(): Promise<void>;
}

export interface ReceivedMail {
  encrypted: boolean;
  to: string[];
  raw: string;
  mail: Email;
}

export interface Behaviour {
  onSender?: (address: string) => void;
  /** `drop` ends the connection without an answer. */
  onRecipient?: (address: string, drop: () => void) => void | Promise<void>;
  /** Runs when the whole content has come, before the answer; `drop` ends the connection without one. */
  onContent?: (mail: ReceivedMail, drop: () => void) => void | Promise<void>;
  acceptLogin?: boolean;
}

/** An error that the mail server answers with. */
export function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** A real SMTP server on a random port, ended with the test. */
export async function startMailServer(
  options: { port?: number; login?: boolean; startTls?: boolean; behaviour?: Behaviour } = {},
): Promise<TestMailServer> {
  const behaviour = options.behaviour ?? {};
  const received: ReceivedMail[] = [];
  const sockets = new Map<string, Socket>();
  const dropAll = () => {
    for (const socket of sockets.values()) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: !options.login,
    allowInsecureAuth: true,
    disabledCommands: [...(options.startTls ? [] : ["STARTTLS"]), ...(options.login ? [] : ["AUTH"])],
    logger: false,
    onAuth: (_auth, _session, done) =>
      behaviour.acceptLogin === false
        ? done(answer(535, "Authentication failed"))
        : done(null, { user: "shop" }),
    onMailFrom: (address, _session, done) => {
      try {
        behaviour.onSender?.(address.address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onRcptTo: (address, _session, done) => {
      Promise.resolve()
        .then(() => behaviour.onRecipient?.(address.address, dropAll))
        .then(() => done(), done);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks).toString();
        const mail = {
          encrypted: session.secure,
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw,
          mail: await PostalMime.parse(raw),
        };
        let dropped = false;
        const drop = () => {
          dropped = true;
          dropAll();
        };
        try {
          await behaviour.onContent?.(mail, drop);
          received.push(mail);
          if (!dropped) done();
        } catch (error) {
          done(error as Error);
        }
      });
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    const key = `${socket.remotePort}`;
    sockets.set(key, socket);
    socket.on("close", () => sockets.delete(key));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= new Promise<void>((resolve) => {
      dropAll();
      server.close(() => resolve());
    });
    return closed;
  };
  onTestFinished(close);
  return {
    url: `smtp://${options.login ? "shop:secret@" : ""}127.0.0.1:${port}`,
    port,
    received,
    behaviour,
    close,
  };
}
