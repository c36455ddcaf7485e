import { stepUp } from "#contract/identity.ts";
import { askForPasskey } from "#contract/passkeys.ts";
import { ApiError, api } from "#web/api/client.ts";
import { answerByPasskey, PasskeyError } from "#web/api/webauthn.ts";

/** Proves who sits there by a passkey. Throws a PasskeyError or an ApiError. */
export async function proveByPasskey(): Promise<void> {
  const options = (await api(askForPasskey, {})).body;
  await api(stepUp, { body: { passkey: await answerByPasskey(options) } });
}

/** Why a proof or a factor was not taken, as a sentence for the person. */
export function factorProblem(error: unknown): string {
  const isKnown = error instanceof PasskeyError || error instanceof ApiError;
  return isKnown ? error.message : "This did not work. Please try again.";
}
