import { useSearchParams } from "react-router";
import { AccountFrame } from "#web/features/accounts/account-frame.tsx";
import { accountMeta } from "#web/features/accounts/account-meta.ts";
import { NewPasswordForm } from "#web/features/accounts/new-password-form.tsx";
import { ResetRequestForm } from "#web/features/accounts/reset-request-form.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";

export const meta = accountMeta({
  title: "Reset Password",
  description:
    "Forgot your password at {shop}? Enter your e-mail and set a new one with the link that we send you.",
  path: "/reset-password",
  hidden: true,
});

/** Both steps: without a token it asks for the mail, with the mail's token it sets the new password. */
export default function ResetPassword() {
  const { shop } = useRootData();
  const [params] = useSearchParams();
  const token = params.get("token");
  return (
    <AccountFrame
      shopName={shop.name}
      title="Reset Password"
      lead={token ? "Choose a new password." : "We send you a link to set a new password."}
    >
      {token ? <NewPasswordForm token={token} /> : <ResetRequestForm />}
    </AccountFrame>
  );
}
