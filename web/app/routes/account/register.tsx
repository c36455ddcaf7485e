import { useSearchParams } from "react-router";
import { AccountFrame } from "#web/features/accounts/account-frame.tsx";
import { accountMeta } from "#web/features/accounts/account-meta.ts";
import { redirectSignedIn } from "#web/features/accounts/redirect-signed-in.ts";
import { RegisterForm } from "#web/features/accounts/register-form.tsx";
import { returnAddress } from "#web/features/accounts/return-address.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import type { Route } from "./+types/register";

export const meta = accountMeta({
  title: "Register",
  description:
    "Create an account at {shop}: type the title of your video and get two thumbnails, ready to upload.",
  path: "/register",
});

export async function loader({ context }: Route.LoaderArgs) {
  await redirectSignedIn(context);
  return null;
}

export default function Register() {
  const { shop } = useRootData();
  const [params] = useSearchParams();
  return (
    <AccountFrame
      shopName={shop.name}
      title="Create Account"
      lead="Your credits, orders and pictures in one place."
    >
      <RegisterForm to={returnAddress(params.get("from"))} federated={shop.federated} />
    </AccountFrame>
  );
}
