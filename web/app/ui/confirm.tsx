import { createContext, type ReactNode, useCallback, useContext, useId, useRef, useState } from "react";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { useOnceLeft } from "#web/ui/place.ts";

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

/** Holds the one dialog of an area. Wrap the area in it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [options, setOptions] = useState<ConfirmOptions>();
  const [opened, setOpened] = useState(false);
  const id = useId();
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
    // After the present event: the Escape that makes a dialog ask would otherwise answer the question too.
    setTimeout(() => setOpened(answer.current !== undefined));
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  // A screen that is left takes its question along.
  useOnceLeft(() => settle(false));

  return (
    <ConfirmContext value={confirm}>
      {children}
      <Modal
        opened={opened}
        onClose={() => settle(false)}
        title={options?.title}
        describedBy={options?.message ? id : undefined}
        withCloseButton={false}
        size="md"
      >
        {options?.message && (
          <Text component="div" c="dimmed" id={id}>
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

/** The question before typed text is lost within a screen. */
export const leaveQuestion: ConfirmOptions = {
  title: "Leave without saving?",
  message: "What you typed hasn't been saved and will be lost.",
  confirmLabel: "Leave without saving",
  cancelLabel: "Stay",
};
