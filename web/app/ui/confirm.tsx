import { Button, Group, Modal, Text } from "@mantine/core";
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";

export type ConfirmOptions = {
  /** A question that names the thing: "Delete order AB12CD34?" */
  title: string;
  /** What will happen, and whether it can be undone. */
  message?: ReactNode;
  /** Named by the action: "Delete order", never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  /** False for a question that loses nothing. Default true. */
  danger?: boolean;
};

type Confirm = (options: ConfirmOptions) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | undefined>(undefined);

/** A question stands over whatever dialog or drawer asked it (200), and below toasts (400). */
const zIndex = 250;

/** Holds the one dialog of an area. Wrap the area in it, inside MantineProvider. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [options, setOptions] = useState<ConfirmOptions>();
  const [opened, setOpened] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);

  const settle = useCallback((confirmed: boolean) => {
    answer.current?.(confirmed);
    answer.current = undefined;
    setOpened(false);
  }, []);

  const confirm = useCallback<Confirm>((next) => {
    // A second question answers the first with no, so that no promise is left waiting.
    answer.current?.(false);
    setOptions(next);
    // Only once the present event is over: the Escape that asks whether to close a dialog would also be the answer.
    setTimeout(() => setOpened(answer.current !== undefined));
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  return (
    <ConfirmContext value={confirm}>
      {children}
      <Modal
        opened={opened}
        onClose={() => settle(false)}
        title={options?.title}
        withCloseButton={false}
        zIndex={zIndex}
        size="md"
      >
        {options?.message && (
          <Text component="div" c="dimmed">
            {options.message}
          </Text>
        )}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" data-autofocus onClick={() => settle(false)}>
            {options?.cancelLabel ?? "Cancel"}
          </Button>
          <Button color={options?.danger === false ? "primary" : "red"} onClick={() => settle(true)}>
            {options?.confirmLabel}
          </Button>
        </Group>
      </Modal>
    </ConfirmContext>
  );
}

/**
 * Asks before something dangerous: `if (await confirm({ title, message, confirmLabel })) …`. False when the person
 * cancels, presses Escape or clicks outside. Cancel has the focus first.
 */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider around it.");
  return confirm;
}

/**
 * The product's question dialog, for use inside another dialog: while it is `asking`, that one must not take
 * Escape, since every open Mantine dialog listens for it.
 */
export function useNestedConfirm() {
  const confirm = useConfirm();
  const [asking, setAsking] = useState(false);
  async function ask(options: ConfirmOptions): Promise<boolean> {
    setAsking(true);
    try {
      return await confirm(options);
    } finally {
      // The key that closes the question is still on its way to the dialog below.
      setTimeout(() => setAsking(false));
    }
  }
  return { ask, asking };
}
