import { useSearchParams } from "react-router";
import { AccountFrame } from "#web/features/accounts/account-frame.tsx";
import { accountMeta } from "#web/features/accounts/account-meta.ts";
import { LoginForm } from "#web/features/accounts/login-form.tsx";
import { redirectSignedIn } from "#web/features/accounts/redirect-signed-in.ts";
import { returnAddress } from "#web/features/accounts/return-address.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import type { Route } from "./+types/login";

export const meta = accountMeta({
  title: "Login",
  description:
    "Sign in to {shop}: your credits, your orders and every pair of thumbnails that you have made.",
  path: "/login",
});

export async function loader({ context }: Route.LoaderArgs) {
  await redirectSignedIn(context);
  return null;
}

export default function Login() {
  const { shop } = useRootData();
  const [params] = useSearchParams();
  return (
    <AccountFrame shopName={shop.name} title="Welcome Back" lead="Sign in to your thumbnails and credits.">
      <LoginForm to={returnAddress(params.get("from"))} federated={shop.federated} />
    </AccountFrame>
  );
}
