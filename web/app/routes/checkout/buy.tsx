import type { ReactNode } from "react";
import { data, Link, useNavigate } from "react-router";
import type { ApiAnswer, Call } from "#contract/call.ts";
import { counted } from "#contract/counted.ts";
import { getItem, type ItemRecord } from "#contract/items.ts";
import { displayAmount } from "#contract/money.ts";
import { listBoughtItems, type OrderKind } from "#contract/orders.ts";
import { getPackage, type PackageRecord } from "#contract/packages.ts";
import { ApiError } from "#web/api/client.ts";
import { isMissing, pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { useCall } from "#web/api/query.tsx";
import { loadBilling } from "#web/features/orders/billing.ts";
import { BoughtBefore } from "#web/features/orders/bought-items.tsx";
import styles from "#web/features/orders/checkout.module.css";
import { Checkout, type CheckoutProduct } from "#web/features/orders/checkout.tsx";
import { payPath } from "#web/features/orders/order-cells.tsx";
import type { BillingFields } from "#web/features/orders/place-order.ts";
import { PurchaseNotes } from "#web/features/orders/purchase-notes.tsx";
import { findWaitingOrder, type Waiting, WaitingOrder } from "#web/features/orders/waiting-order.tsx";
import { successPath } from "#web/features/payments/messages.ts";
import { mayBuy } from "#web/features/shell/may-buy.ts";
import { leaveNotice } from "#web/features/shell/page-notice.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { useAuthor, useViewer } from "#web/features/shell/viewer.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { Loader } from "#web/ui/elements/waiting.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { capitalized } from "#web/ui/options.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import type { Route } from "./+types/buy";

export const meta = pageTitle("Checkout");

/** For packages and items, /buy and /item-buy: the path says which. */
export async function loader({ context, request, pattern, params: { id } }: Route.LoaderArgs) {
  const viewer = await requireViewer({ context, request });
  const api = pageApi(context);
  const isItem = pattern.startsWith("item-buy");
  const [start, waiting, bought, product] = await Promise.all([
    loadBilling(api, viewer),
    findWaitingOrder(api, viewer.userEmail, isItem ? "item" : "package", id),
    isItem ? undefinedOnError(api(listBoughtItems, {})) : undefined,
    isItem
      ? find(api(getItem, { params: { id } })).then((found) => ({ kind: "item" as const, ...found }))
      : find(api(getPackage, { params: { id } })).then((found) => ({ kind: "package" as const, ...found })),
  ]);
  return data({ id, waiting, bought, ...start, ...product }, { status: product.missing ? 404 : 200 });
}

async function find<C extends Call>(found: Promise<ApiAnswer<C>>) {
  const [loaded, missing] = await Promise.all([undefinedOnError(found), isMissing(found)]);
  return { loaded, missing };
}

export default function Buy({ loaderData }: Route.ComponentProps) {
  return loaderData.kind === "item" ? <ItemCheckout {...loaderData} /> : <PackageCheckout {...loaderData} />;
}

type Common = {
  id: string;
  feePercent: number;
  billing: BillingFields;
  /** An own order of it that is not paid yet. */
  waiting: Waiting | undefined;
  /** The loader was told that it is not on sale. */
  missing: boolean;
};

function PackageCheckout(props: Common & { loaded: ApiAnswer<typeof getPackage> | undefined }) {
  const { id, loaded, missing } = props;
  const found = useCall(getPackage, { params: { id } }, { loaded, enabled: !missing });
  return (
    <CheckoutFrame
      {...props}
      kind="package"
      notice={found.data && <PurchaseNotes purchase={found.data} />}
      product={found.data && packageProduct(found.data)}
      failed={
        (missing || found.isError) && {
          text: "Failed to fetch package",
          reason: reasonOf(found.error),
          onRetry: () => void found.refetch(),
        }
      }
    />
  );
}

function ItemCheckout(
  props: Common & {
    loaded: ApiAnswer<typeof getItem> | undefined;
    bought: ApiAnswer<typeof listBoughtItems> | undefined;
  },
) {
  const { id, loaded, missing, bought } = props;
  const found = useCall(getItem, { params: { id } }, { loaded, enabled: !missing });
  return (
    <CheckoutFrame
      {...props}
      kind="item"
      notice={<BoughtBefore id={id} loaded={bought} />}
      product={found.data && itemProduct(found.data)}
      failed={
        (missing || found.isError) && {
          text: missing ? "Item not found." : "Failed to fetch item",
          reason: reasonOf(found.error),
          onRetry: () => void found.refetch(),
        }
      }
    />
  );
}

/** What is not there was taken off sale; any other failure says itself what it is. */
function reasonOf(error: Error | null): string {
  if (error instanceof ApiError && error.status !== 404) return error.message;
  return "It may no longer be on sale.";
}

function packageProduct(found: PackageRecord): CheckoutProduct {
  const { credit, validity, membershipLevel } = found;
  const facts = [
    credit > 0 && counted(credit, "credit"),
    validity > 0 &&
      `${capitalized(membershipLevel)} membership for ${validity} ${validity === 1 ? "day" : "days"}`,
  ];
  return {
    id: found._id,
    name: found.packageName,
    price: found.price,
    facts: facts.filter((fact): fact is string => Boolean(fact)),
  };
}

function itemProduct(found: ItemRecord): CheckoutProduct {
  return {
    id: found._id,
    name: found.itemName,
    price: found.price,
    facts: [],
    picture: { src: found.imageUrl, alt: found.imageAlt },
  };
}

const ways = {
  package: {
    crumb: { label: "Packages", to: "/user/select-package" },
    after: "/user/package-pending-payment/",
    back: "See the packages",
  },
  item: {
    crumb: { label: "Items", to: "/premium" },
    after: "/user/item-pending-payment/",
    back: "See the items",
  },
} as const;

function CheckoutFrame(
  props: Common & {
    kind: OrderKind;
    notice?: ReactNode;
    product: CheckoutProduct | undefined;
    failed: false | { text: string; reason: string; onRetry: () => void };
  },
) {
  const { kind, notice, waiting, product, failed, feePercent, billing } = props;
  const { user, shop, refresh } = useViewer();
  const author = useAuthor();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { crumb, after, back } = ways[kind];

  let body: ReactNode;
  if (!mayBuy(user)) body = <SellerNotice />;
  else if (product) {
    body = (
      <Checkout
        kind={kind}
        product={product}
        currency={shop.currency}
        feePercent={feePercent}
        userId={author?._id ?? ""}
        email={author?.userEmail ?? ""}
        billing={billing}
        onPlaced={(order) => {
          const isPaid = order.paymentStatus === "Paid";
          // Paid by its coupon. The page is loaded anew, as after a payment: the balance is another one.
          if (isPaid && isHere()) return location.assign(successPath[kind]);
          if (isPaid) {
            refresh();
            return leaveNotice({ kind: "success", text: `Order ${order.orderId} is paid by its coupon.` });
          }
          leaveNotice({
            kind: "success",
            text: `Order ${order.orderId} is ready. Choose Pay Now to pay it.`,
            action: {
              label: `Pay ${displayAmount(order.totalPrice, order.currency)}`,
              href: payPath(kind, order),
            },
          });
          if (isHere()) navigate(after);
        }}
      />
    );
  } else if (failed) {
    body = (
      <ErrorState
        title={failed.text}
        message={failed.reason}
        onRetry={failed.onRetry}
        action={
          <Button component={Link} to={crumb.to} variant="default">
            {back}
          </Button>
        }
      />
    );
  } else {
    body = (
      <Status className={styles.secure}>
        <Loader size={18} aria-hidden /> Loading...
      </Status>
    );
  }
  return (
    <>
      <PageHeader title="Checkout" crumbs={[{ label: "Home", to: "/" }, crumb, { label: "Checkout" }]} />
      {notice}
      {waiting && mayBuy(user) && <WaitingOrder kind={kind} order={waiting} listPath={after} />}
      {body}
    </>
  );
}

/** What a seller sees in place of a checkout form. */
function SellerNotice() {
  return (
    <EmptyState title="Sellers cannot purchase products">
      Your account is a seller's. To buy, please use a member's account.
    </EmptyState>
  );
}
