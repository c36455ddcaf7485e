import { TextInput } from "@mantine/core";
import type { DeskAddress } from "#web/features/support/desk-address.ts";

/** Start and end date; the list is narrowed only when both are set. */
export function DateRange(props: {
  from: string;
  to: string;
  onChange: (change: Partial<Pick<Record<keyof DeskAddress, string>, "from" | "to">>) => void;
}) {
  return (
    <>
      <TextInput
        type="date"
        label="Start date"
        value={props.from}
        max={props.to || undefined}
        onChange={(event) => props.onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="End date"
        value={props.to}
        min={props.from || undefined}
        onChange={(event) => props.onChange({ to: event.currentTarget.value })}
      />
    </>
  );
}

/** Said where one date alone is set, since it does nothing then. */
export const halfRangeNote = "Set both dates to filter by time.";

export function isHalfRange({ from, to }: { from: string; to: string }): boolean {
  return (from === "") !== (to === "");
}
