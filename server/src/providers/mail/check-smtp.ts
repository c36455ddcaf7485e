import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { sendsPasswordAbroad } from "./smtp.ts";

interface Answer {
  status: number;
  response: string;
}

/**
 * Goes as far with a mail server as can be gone without sending anything: connects, encrypts, signs in and names a
 * sender and a recipient.
 *
 * @throws one sentence that says what to do, without the password.
 */
export async function checkSmtp(
  smtpUrl: string,
  sender: string,
  recipient: string,
  wholeMs = 30_000,
): Promise<string> {
  const { auth, ...address } = parseConnectionUrl(smtpUrl);
  const hasLogin = Boolean(auth?.user);
  const answers: Answer[] = [];
  const connection = new SMTPConnection({
    ...address,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 10_000,
    requireTLS: sendsPasswordAbroad(smtpUrl),
    // The library's own way to speak commands of one's choice.
    customAuth: {
      ENVELOPE: async ({ sendCommand, resolve }) => {
        for (const command of [`MAIL FROM:<${sender}>`, `RCPT TO:<${recipient}>`, "RSET"])
          answers.push((await sendCommand(command)) as Answer);
        resolve();
      },
    },
  });
  const talk = async () => {
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (hasLogin) await login(connection, { user: auth!.user!, pass: auth!.pass ?? "" });
    await login(connection, { user: "", pass: "", method: "ENVELOPE" });
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    // A server that answers a byte at a time is never silent.
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("it takes too long to answer")), wholeMs);
    });
    await Promise.race([talk(), late]);
  } catch (error) {
    throw new Error(
      sentenceOf(error as SmtpError, `${address.host}:${address.port ?? (address.secure ? 465 : 587)}`),
    );
  } finally {
    clearTimeout(timer);
    connection.quit();
    connection.close();
  }
  // What is answered with 4xx is told to come again, as by a server that has not met this sender yet.
  const refused = answers.slice(0, 2).find(({ status }) => status >= 500);
  if (!refused)
    return `${address.host} takes mails from ${sender}${connection.secure ? "" : ", unencrypted"}`;
  const said = refused.response.replace(/\s+/g, " ").slice(0, 200);
  throw new Error(
    hasLogin
      ? `the server refuses mails from ${sender} ("${said}"): set MAIL_FROM to a sender that it lets this login use`
      : `the server refuses to pass mails on ("${said}"): SMTP_URL needs a login, smtp://user:password@host:587`,
  );
}

type Credentials = { user: string; pass: string; method?: string };

function login(connection: SMTPConnection, { user, pass, method }: Credentials): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.login({ user, pass, ...(method ? { method } : {}), credentials: { user, pass } }, (error) =>
      error ? reject(error) : resolve(),
    );
  });
}

interface SmtpError {
  message: string;
  code?: string;
  command?: string;
  response?: string;
}

function sentenceOf({ message, code, command, response }: SmtpError, where: string): string {
  const said = (response ?? message).replace(/\s+/g, " ").slice(0, 200);
  if (code === "EAUTH") return `the login in SMTP_URL is refused ("${said}"): correct its user and password`;
  if (code === "ETLS" && command === "STARTTLS" && response !== undefined)
    return "the server offers no encryption (STARTTLS), and SMTP_URL holds a password: use smtps://";
  if (code === "ETLS")
    return `the connection cannot be encrypted ("${said}"): use smtps:// or the server's own name`;
  return `${where} cannot be reached (${said}): correct SMTP_URL, or open the port in the firewall`;
}
