import { Badge, type BadgeColor } from "#web/ui/badge.tsx";

const paymentColors = new Map<string, BadgeColor>(
  Object.entries({
    completed: "green",
    paid: "green",
    processing: "yellow",
    pending: "yellow",
    shipped: "accent",
    cancelled: "red",
  }),
);

const ticketColors = new Map<string, BadgeColor>(
  Object.entries({
    "in-progress": "yellow",
    resolved: "green",
    closed: "gray",
    open: "accent",
  }),
);

/** The colour of an order's or payment's status, whatever its letter case; grey for any other. */
export function paymentStatusColor(status: string): BadgeColor {
  return paymentColors.get(status.toLowerCase()) ?? "gray";
}

/** The colour of a ticket's status, whatever its letter case; grey for any other. */
export function ticketStatusColor(status: string): BadgeColor {
  return ticketColors.get(status.toLowerCase()) ?? "gray";
}

/**
 * A status as a badge; the word carries the meaning, the colour only helps. `color` overrides the map where a
 * screen documents other colours; `label` overrides the text.
 */
export function StatusBadge(props: {
  status: string;
  kind: "payment" | "ticket";
  color?: BadgeColor;
  label?: string;
}) {
  const { status, kind } = props;
  const color = props.color ?? (kind === "payment" ? paymentStatusColor(status) : ticketStatusColor(status));
  return <Badge color={color}>{props.label ?? status}</Badge>;
}
