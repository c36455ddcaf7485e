import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();

/** https://www.rfc-editor.org/rfc/rfc8949#section-3: a major type with a number, as far as is needed here. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (...pairs: Buffer[]) => Buffer.concat([head(5, pairs.length / 2), ...pairs]);

interface Ceremony {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
}

interface Manner {
  /** The address of the page that asked. */
  origin?: string;
  /** Whether the device asked who holds it, by finger, face or PIN. */
  asksWho?: boolean;
  /** In place of the next one. */
  counter?: number;
}

/** An authenticator without a screen: one passkey, made and used as https://www.w3.org/TR/webauthn-3/ says. */
export function softwareAuthenticator(credentialId = randomBytes(16)) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = credentialId.toString("base64url");
  let signatures = 0;

  function authenticatorData(
    ceremony: Ceremony,
    manner: Manner,
    flags: number,
    more = Buffer.alloc(0),
  ): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(manner.counter ?? signatures);
    const verified = manner.asksWho === false ? 0 : 4;
    const rpId = ceremony.rpId ?? ceremony.rp?.id ?? "localhost";
    return Buffer.concat([sha256(rpId), Buffer.from([1 | verified | flags]), counter, more]);
  }

  function clientData(type: string, { challenge }: Ceremony, { origin }: Manner): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? "http://localhost:3000" }));
  }

  const answer = { id, rawId: id, type: "public-key", clientExtensionResults: {} };
  return {
    id,
    make(ceremony: Ceremony, manner: Manner = {}) {
      const { x, y } = publicKey.export({ format: "jwk" });
      const point = (part: string | undefined) => bytes(Buffer.from(part!, "base64url"));
      const key = map(
        ...[number(1), number(2), number(3), number(-7), number(-1), number(1)],
        ...[number(-2), point(x), number(-3), point(y)],
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
      const data = authenticatorData(ceremony, manner, 0x40, credential);
      const attestation = map(
        text("fmt"),
        text("none"),
        text("attStmt"),
        map(),
        text("authData"),
        bytes(data),
      );
      return {
        ...answer,
        response: {
          clientDataJSON: clientData("webauthn.create", ceremony, manner).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    use(ceremony: Ceremony, manner: Manner = {}) {
      signatures += 1;
      const data = authenticatorData(ceremony, manner, 0);
      const client = clientData("webauthn.get", ceremony, manner);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...answer,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof softwareAuthenticator>;
