import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import { answerByPasskey, PasskeyError } from "#web/api/webauthn.ts";
import styles from "#web/features/accounts/account.module.css";
import { completeSignIn, signInCall } from "#web/features/accounts/identity.ts";
import { loginMessage } from "#web/features/accounts/messages.ts";

/** Signs in by a passkey, which takes neither e-mail nor password. `tell` shows what went wrong. */
export function PasskeySignIn({ to, tell }: { to: string; tell: (message: string | null) => void }) {
  const [busy, setBusy] = useState(false);
  const asking = useRef(false);
  async function signIn(): Promise<void> {
    if (asking.current) return;
    asking.current = true;
    setBusy(true);
    tell(null);
    try {
      const options = await signInCall("passkey/generate-authenticate-options", {});
      const response = await answerByPasskey(options);
      await signInCall("passkey/verify-authentication", { response });
      await completeSignIn(to);
    } catch (error) {
      tell(error instanceof PasskeyError ? error.message : loginMessage(error));
      setBusy(false);
    } finally {
      asking.current = false;
    }
  }
  return (
    <button type="button" className={styles.passkey} aria-disabled={busy} onClick={() => void signIn()}>
      <KeyRound size={20} aria-hidden /> Sign in with a passkey
    </button>
  );
}
