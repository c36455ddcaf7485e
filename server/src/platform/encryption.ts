import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** For what must lie encrypted in the database (provider keys, client secrets). */
export interface Encryption {
  encrypt(plain: string, purpose: string): string;
  /** Throws where the text was changed, belongs to another purpose, or no known secret opens it. */
  decrypt(encrypted: string, purpose: string): string;
  /** The same text under the present secret, or null where it lies under that already. Throws as `decrypt` does. */
  reencrypt(encrypted: string, purpose: string): string | null;
}

interface Key {
  id: string;
  key: Buffer;
}

/**
 * AES-256-GCM under a key derived from the application's secret by HKDF (https://www.rfc-editor.org/rfc/rfc5869). Each
 * text names its key, so that a new APP_SECRET can be put in while APP_SECRET_PREVIOUS still decrypts the old texts. The
 * purpose is additional authenticated data: a text that was copied into another column does not decrypt there.
 */
export function createEncryption(secret: string, previous: readonly string[] = []): Encryption {
  const keys = [secret, ...previous].map(deriveKey);
  const current = keys[0]!;
  const encryption: Encryption = {
    encrypt(plain, purpose) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", current.key, iv);
      cipher.setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return ["v1", current.id, iv.toString("base64url"), body.toString("base64url")].join(".");
    },
    decrypt(encrypted, purpose) {
      const [version, id, iv, body] = encrypted.split(".");
      const found = keys.find((key) => key.id === id);
      if (version !== "v1" || !iv || !body) throw new Error("An encrypted value is damaged.");
      if (!found)
        throw new Error("An encrypted value was written under another APP_SECRET; set APP_SECRET_PREVIOUS.");
      const bytes = Buffer.from(body, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", found.key, Buffer.from(iv, "base64url"), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
    },
    reencrypt(encrypted, purpose) {
      const plain = encryption.decrypt(encrypted, purpose);
      return encrypted.split(".")[1] === current.id ? null : encryption.encrypt(plain, purpose);
    },
  };
  return encryption;
}

function deriveKey(secret: string): Key {
  const key = Buffer.from(hkdfSync("sha256", secret, "thumbsmith", "secret-box", 32));
  return { id: createHash("sha256").update(key).digest("base64url").slice(0, 8), key };
}
