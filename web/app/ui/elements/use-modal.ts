import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { isSeen } from "#web/ui/is-seen.ts";
import { keyOf } from "#web/ui/key-of.ts";
import { takeFocus } from "#web/ui/take-focus.ts";

/** The open ones, the topmost last: it alone hears Escape and keeps the focus. */
const open: HTMLElement[] = [];
const isTop = (element: HTMLElement | null) => element !== null && open.at(-1) === element;

/** Takes the focus, hears Escape and holds the page still, as long as it is open. */
export function useModal(
  dialog: { current: HTMLElement | null },
  props: { onClose: () => void; closeOnEscape?: boolean },
) {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const element = dialog.current!;
    open.push(element);
    const release = holdPage();
    const opener = document.activeElement;
    if (!element.contains(opener)) {
      takeFocus(element.querySelector<HTMLElement>("[data-autofocus]") ?? focusable(element)[0] ?? element);
    }
    function onKeyDown(event: KeyboardEvent) {
      if (!isTop(element)) return;
      const { closeOnEscape = true, onClose } = latest.current;
      if (keyOf(event) === "Escape" && closeOnEscape) onClose();
      // What had the focus was taken away or disabled: the page behind must not get it.
      if (keyOf(event) === "Tab" && document.activeElement === document.body) {
        event.preventDefault();
        takeFocus(focusable(element)[0] ?? element);
      }
    }
    // Of what happens in it, only what nobody within has stopped comes as far as this.
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      open.splice(open.indexOf(element), 1);
      release();
      const isLeft = element.contains(document.activeElement);
      // What is gone by now, or was nothing, gets no focus: focus-return.ts finds what does.
      if (isLeft && opener instanceof HTMLElement && opener !== document.body && isSeen(opener))
        takeFocus(opener);
    };
  }, [dialog]);
}

/** No scrolling below it; the room of a scrollbar stays, so that nothing moves. */
function holdPage(): () => void {
  const root = document.documentElement;
  if (open.length === 1) {
    root.style.setProperty("--scrollbar", `${window.innerWidth - root.clientWidth}px`);
    root.setAttribute("data-held", "");
  }
  return () => {
    if (open.length === 0) root.removeAttribute("data-held");
  };
}

const tabStops =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"], [hidden]), select:not(:disabled), textarea:not(:disabled), iframe, summary, [contenteditable="true"], [tabindex]';

const focusable = (within: HTMLElement) =>
  [...within.querySelectorAll<HTMLElement>(tabStops)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      isSeen(element) &&
      !element.closest("[inert]") &&
      // Of a group's radio buttons the chosen one is a stop.
      !(element.matches("[type=radio]:not(:checked)") && element.closest("[role=radiogroup]")),
  );

/** After the last element comes the first. */
export function keepFocus(event: ReactKeyboardEvent<HTMLElement>) {
  // A dialog that was opened from within is no part of it in the document, yet its events come by here.
  if (keyOf(event) !== "Tab" || !isTop(event.currentTarget)) return;
  const stops = focusable(event.currentTarget);
  const [first = event.currentTarget, last = event.currentTarget] = [stops[0], stops.at(-1)];
  const at = document.activeElement;
  if (event.shiftKey ? at === first || at === event.currentTarget : at === last) {
    event.preventDefault();
    takeFocus(event.shiftKey ? last : first);
  }
}
