import { useSignOutElsewhere } from "#web/features/shell/sign-out.ts";

/** Only for the signed-in, so that visitors need not load it. */
export default function SignOutListener() {
  useSignOutElsewhere();
  return null;
}
