import type { z } from "zod";
import type { newPasskeyAnswer, passkeyAnswer } from "#contract/passkey-answers.ts";

/** Why the browser made or used no passkey, as a sentence for the person. */
export class PasskeyError extends Error {
  override name = "PasskeyError";
}

/** Has the device make a passkey; the person says yes there. Throws a PasskeyError. */
export async function makePasskey(options: object): Promise<z.input<typeof newPasskeyAnswer>> {
  return answered(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    return navigator.credentials.create({ publicKey });
  });
}

/** Has the device answer a challenge with a passkey. Throws a PasskeyError. */
export async function answerByPasskey(options: object): Promise<z.input<typeof passkeyAnswer>> {
  return answered(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as PublicKeyCredentialRequestOptionsJSON,
    );
    return navigator.credentials.get({ publicKey });
  });
}

async function answered<T>(ask: () => Promise<Credential | null>): Promise<T> {
  if (!("PublicKeyCredential" in window) || !("parseRequestOptionsFromJSON" in PublicKeyCredential))
    throw new PasskeyError("This browser knows no passkeys here. Please use your password.");
  try {
    const credential = await ask();
    if (credential) return (credential as PublicKeyCredential).toJSON() as T;
  } catch (error) {
    // https://www.w3.org/TR/webauthn-3/#sctn-createCredential names what each of them means.
    const { name } = error as DOMException;
    if (name === "InvalidStateError")
      throw new PasskeyError("This device has a passkey for your account already.");
    if (name === "SecurityError")
      throw new PasskeyError("Passkeys don't work at this address of the shop. Please use your password.");
  }
  throw new PasskeyError("No passkey was used. Please try again.");
}
