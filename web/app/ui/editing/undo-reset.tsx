import { Button } from "@mantine/core";

/** Offered right after a reset. */
export function UndoReset({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  return (
    <Button size="sm" variant="default" mt="xs" disabled={busy} onClick={onUndo}>
      Bring back what stood before
    </Button>
  );
}
