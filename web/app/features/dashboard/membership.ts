const day = 86_400_000;

/** Days until a membership ends, rounded up: "12 days left", or "Expired". */
export function daysLeft(validity: string, now = Date.now()): string {
  const days = Math.ceil((Date.parse(validity) - now) / day);
  if (!(days > 0)) return "Expired";
  return days === 1 ? "1 day left" : `${days.toLocaleString("en-US")} days left`;
}
