import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { type Location, useBlocker, useLocation, useNavigationType } from "react-router";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { useUnloadGuard } from "#web/ui/unload-guard.ts";

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
        withCloseButton={false}
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

/** Called when a screen was left, by Back as well. What a field writes into the address leaves none. */
export function useOnceLeft(act: () => void): void {
  const location = useLocation();
  const isPop = useNavigationType() === "POP";
  const shown = useRef(location);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation.
  useEffect(() => {
    if (isPop || placeOf(shown.current) !== placeOf(location)) act();
    shown.current = location;
  }, [location]);
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

const leavePageQuestion: ConfirmOptions = {
  ...leaveQuestion,
  message: "Your changes on this page haven't been saved and will be lost.",
};

/**
 * Asks before a person leaves a screen with unsaved changes, whether by a link in the app (the product's own
 * dialog) or by closing the tab (the browser's). A change of the query alone, within the screen, isn't leaving,
 * unless it changes which part of the screen or which editor is shown. Such an editor's own Cancel only navigates: the
 * question is asked here.
 */
export function useUnsavedGuard(dirty: boolean): void {
  const confirm = useConfirm();
  const location = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: while it is blocked, the location stays.
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let current = true;
    const isEditorAlone = placeOf(blocker.location, parts) === placeOf(location, parts);
    confirm(isEditorAlone ? leaveQuestion : leavePageQuestion).then((leave) => {
      if (!current) return;
      if (leave) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      current = false;
    };
  }, [blocker, confirm]);

  useUnloadGuard(dirty);
}

/** Which part of a screen is shown, the one of its texts, and the record that an editor above it has open. */
const parts = ["panel", "text"];
const editors = ["coupon", "webhook"];

function placeOf(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  names = [...parts, ...editors],
) {
  const params = new URLSearchParams(search);
  return [pathname, ...names.map((name) => params.get(name))].join(" ");
}
