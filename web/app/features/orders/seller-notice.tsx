import { EmptyState } from "#web/ui/states.tsx";

/** What a seller sees in place of a checkout form. */
export function SellerNotice() {
  return (
    <EmptyState title="Sellers cannot purchase products">
      Your account is a seller's. To buy, please use a member's account.
    </EmptyState>
  );
}
