import { Badge, type BadgeColor } from "#web/ui/badge.tsx";

const colors = new Map<string, BadgeColor>(
  Object.entries({
    completed: "green",
    paid: "green",
    processing: "yellow",
    pending: "yellow",
    shipped: "accent",
    cancelled: "red",
    open: "accent",
    "in-progress": "yellow",
    resolved: "green",
    closed: "gray",
  }),
);

/** The colour of an order's, payment's or ticket's status, whatever its letter case; grey for any other. */
export function statusColor(status: string): BadgeColor {
  return colors.get(status.toLowerCase()) ?? "gray";
}

/** A status as a badge; the word, or `label` in its place, carries the meaning, the colour only helps. */
export function StatusBadge({ status, label = status }: { status: string; label?: string }) {
  return <Badge color={statusColor(status)}>{label}</Badge>;
}
