import { Link } from "react-router";
import type { CouponRecord } from "#contract/coupons.ts";
import { displayMoney } from "#contract/money.ts";
import { dayOf } from "#web/features/admin-coupons/coupon-form.ts";
import type { PackageNames } from "#web/features/admin-coupons/coupon-modal.tsx";
import { Badge, type BadgeColor } from "#web/ui/badge.tsx";
import { RowButtons } from "#web/ui/editing/actions.tsx";
import { Anchor } from "#web/ui/elements/text.tsx";
import { OrderPrice } from "#web/ui/order-price.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";

function givesText({ kind, value }: CouponRecord, currency: string): string {
  if (kind === "percent") return `${value} % off`;
  if (kind === "amount") return `${displayMoney(Math.round(value * 100), currency)} off`;
  return `${value.toLocaleString("en-US")} extra credits`;
}

function periodText({ from, until }: CouponRecord): string {
  if (from && until) return `${dayOf(from)} – ${dayOf(until)}`;
  if (from) return `From ${dayOf(from)}`;
  return until ? `Until ${dayOf(until)}` : "Any time";
}

/** Whether it can be redeemed, and if not, why. */
export function couponStatus(coupon: CouponRecord, now: Date): { label: string; color: BadgeColor } {
  const { active, endedAt, from, until, used, maxUses } = coupon;
  if (endedAt) return { label: "Ended", color: "red" };
  if (!active) return { label: "Inactive", color: "gray" };
  if (until && new Date(until) < now) return { label: "Expired", color: "gray" };
  if (maxUses !== null && used >= maxUses) return { label: "Used up", color: "gray" };
  if (from && now < new Date(from)) return { label: "Scheduled", color: "accent" };
  return { label: "Active", color: "green" };
}

/** `names` is undefined until they are known. */
export function packagesText({ packageIds }: CouponRecord, names: PackageNames | undefined): string {
  if (packageIds.length === 0) return "All";
  if (!names) return "…";
  return packageIds.map((id) => names.get(id) ?? "Archived").join(", ");
}

function Uses({ coupon, to }: { coupon: CouponRecord; to: string }) {
  const { code, used, held, maxUses } = coupon;
  const number = used.toLocaleString("en-US");
  return (
    <span>
      <Anchor component={Link} to={to} preventScrollReset>
        {maxUses === null ? number : `${number} of ${maxUses.toLocaleString("en-US")}`}
        <span className="visually-hidden"> uses of {code}</span>
      </Anchor>
      {held > 0 && `, ${held} held`}
    </span>
  );
}

export function couponColumns(props: {
  currency: string;
  packages: PackageNames | undefined;
  busy: boolean;
  usesPath: (coupon: CouponRecord) => string;
  onEdit: (coupon: CouponRecord) => void;
  onToggle: (coupon: CouponRecord) => void;
  onEnd: (coupon: CouponRecord) => void;
}): DataColumn<CouponRecord>[] {
  const { currency, packages, busy } = props;
  return [
    {
      id: "code",
      header: "Code",
      sortKey: "code",
      card: "title",
      cell: ({ code }) => <strong style={{ overflowWrap: "anywhere" }}>{code}</strong>,
    },
    { id: "gives", header: "Gives", cell: (coupon) => givesText(coupon, currency) },
    { id: "packages", header: "Packages", cell: (coupon) => packagesText(coupon, packages) },
    { id: "period", header: "Period (UTC)", sortKey: "until", cell: periodText },
    {
      id: "uses",
      header: "Uses",
      sortKey: "used",
      cell: (coupon) => <Uses coupon={coupon} to={props.usesPath(coupon)} />,
    },
    {
      id: "revenue",
      header: "Revenue",
      align: "end",
      cell: ({ revenue }) =>
        revenue.length === 0
          ? "–"
          : revenue.map((sum) => (
              <div key={sum.currency}>
                <OrderPrice text={sum.amount} currency={sum.currency} />
              </div>
            )),
    },
    {
      id: "status",
      header: "Status",
      cell: (coupon) => {
        const { label, color } = couponStatus(coupon, new Date());
        return <Badge color={color}>{label}</Badge>;
      },
    },
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      card: "bare",
      cell: (coupon) =>
        coupon.endedAt ? null : (
          <RowButtons
            name={coupon.code}
            busy={busy}
            onEdit={() => props.onEdit(coupon)}
            toggle={{ active: coupon.active, onToggle: () => props.onToggle(coupon) }}
            removeLabel="End"
            onRemove={() => props.onEnd(coupon)}
          />
        ),
    },
  ];
}
