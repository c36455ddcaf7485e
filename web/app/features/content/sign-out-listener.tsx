import { useSignOutElsewhere } from "#web/features/session/sign-out.ts";

/** Only for the signed-in, so that visitors need not load it. */
export default function SignOutListener() {
  useSignOutElsewhere();
  return null;
}
