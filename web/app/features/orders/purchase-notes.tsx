import { Info } from "lucide-react";
import type { ViewerRecord } from "#contract/accounts.ts";
import { counted } from "#contract/counted.ts";
import { dayMs } from "#contract/day.ts";
import { type MembershipLevel, membershipLevels } from "#contract/roles.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { dayText, isPast } from "#web/ui/formatted-date.tsx";
import { capitalized } from "#web/ui/options.ts";

type Buyer = Pick<ViewerRecord, "creditsOwed" | "userMembership" | "MembershipValidity">;

interface Membership {
  /** Days. */
  validity: number;
  membershipLevel: MembershipLevel | null;
  /** Of an order that was made already. */
  createdAt?: string;
}

type Purchase = Membership & { credit: number };

/** What a package becomes together with what its buyer has and owes, where that is not what it says. */
export function purchaseNotes(buyer: Buyer, purchase: Purchase): string[] {
  const { creditsOwed: owed } = buyer;
  const debt =
    owed > 0 && purchase.credit > 0
      ? `You owe ${counted(owed, "credit")} that were spent before their payment went back. What you buy settles them first.`
      : null;
  return [debt, daysGone(buyer, purchase), membershipNote(buyer, purchase)].filter((note) => note !== null);
}

const hasNone = ({ userMembership: level, MembershipValidity: end }: Buyer) =>
  level === "free" || (end !== null && isPast(end));

const brings = ({ validity, membershipLevel }: Membership) =>
  validity > 0 && membershipLevel !== null && membershipLevel !== "free";

/** What an order has lost by waiting, as its days count from its creation unless a membership runs. */
export function daysGone(buyer: Buyer, bought: Membership): string | null {
  const { validity, createdAt } = bought;
  if (!createdAt || !hasNone(buyer) || !brings(bought)) return null;
  const left = Math.ceil(validity - (Date.now() - Date.parse(createdAt)) / dayMs);
  if (left >= validity || left <= 0) return null;
  return `Its membership counts from the order: ${left} of ${counted(validity, "day")} are left. A new order has them all.`;
}

/** By the server's rule: days count from the end of a membership that runs, and never lower its level. */
function membershipNote(buyer: Buyer, purchase: Membership): string | null {
  const { userMembership: level, MembershipValidity: end } = buyer;
  const { validity, membershipLevel: bought, createdAt } = purchase;
  if (hasNone(buyer) || !brings(purchase) || bought === null) return null;
  const difference = membershipLevels.indexOf(bought) - membershipLevels.indexOf(level);
  const [own, days] = [capitalized(level), counted(validity, "day")];
  if (end === null) {
    return difference > 0
      ? `Your ${own} membership has no end: it becomes ${capitalized(bought)}, and has no end then either.`
      : `Your ${own} membership has no end: the ${days} of this package add nothing to it.`;
  }
  // An order's page tells its end; more words would push the buttons out of a phone's sight.
  if (createdAt) return null;
  const then =
    difference === 0
      ? ""
      : difference > 0
        ? `, and all of it becomes ${capitalized(bought)}`
        : `, and it stays ${own}`;
  return `Your ${own} membership runs until ${dayText(end)}: the ${days} of this package are added to its end${then}.`;
}

/** Before the payment, for its buyer. */
export function PurchaseNotes({ purchase }: { purchase: Purchase }) {
  const { user } = useViewer();
  const notes = user ? purchaseNotes(user, purchase) : [];
  if (notes.length === 0) return null;
  return (
    <Alert role="note" icon={<Info size={20} aria-hidden />} title="With what you have" mb="lg">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Alert>
  );
}
