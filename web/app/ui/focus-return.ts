import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isSeen } from "#web/ui/is-seen.ts";
import { takeFocus } from "#web/ui/take-focus.ts";

/** Something that had the focus; `layer` is the dialog or menu that it stood in. */
type Place = { element: HTMLElement; name: string; layer: Element | null };

const kept = 30;
/** Whoever closes something may set the focus itself within this time. */
const milliseconds = 50;

/**
 * Gives the focus back to what opened a thing, when that thing leaves the page or its sight with the focus in it: a
 * dialog, a menu, a drawer, an editor in a row (WCAG 2.4.3); a menu's entry that asks a question is gone by then. It
 * goes to what had the focus last and is still there, or was replaced by one of the same name. Use it once for each area.
 */
export function useFocusReturn(): void {
  const { pathname } = useLocation();
  const path = useRef<Place[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: on another page there is nothing to go back to.
  useLayoutEffect(() => {
    path.current = [];
  }, [pathname]);

  useEffect(() => {
    let timer: number | undefined;
    function remember({ target, relatedTarget }: FocusEvent) {
      if (!(target instanceof HTMLElement)) return;
      const place = { element: target, name: nameOf(target), layer: target.closest(layers) };
      const before = path.current.filter(({ element }) => element !== target);
      if (relatedTarget === null && wasLeft(path.current.at(-1), place)) before.push(nowhere());
      path.current = [...before, place].slice(-kept);
    }
    function look() {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        giveBack(path.current);
      }, milliseconds);
    }
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", remember);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, []);
}

const layers = "[role=dialog], [role=menu]";

/** A key opened the layer after a person had left `last`, which must not get the focus back. */
function wasLeft(last: Place | undefined, { layer }: Place): boolean {
  return Boolean(
    layer && last?.layer !== layer && last?.element.isConnected && !last.element.matches(":disabled"),
  );
}

const nowhere = (): Place => ({ element: document.body, name: "", layer: null });

function giveBack(path: Place[]): void {
  const last = path.at(-1);
  if (!last || document.activeElement !== document.body || isSeen(last.element)) return;
  const dialog = [...document.querySelectorAll("[aria-modal=true]")].at(-1) ?? null;
  for (const place of path.toReversed()) {
    const found = place.element.isConnected ? place.element : twinOf(place);
    if (!found || !isSeen(found) || (dialog && !dialog.contains(found))) continue;
    takeFocus(found);
    if (document.activeElement === found) return;
  }
  if (dialog instanceof HTMLElement) dialog.focus({ preventScroll: true });
}

/** The element of the same name that replaced a removed one. A dialog's "Close" has none: another dialog's is another. */
function twinOf({ element, name, layer }: Place): HTMLElement | null {
  if (!name || (layer && !layer.isConnected)) return null;
  const alike = [...document.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (each) => nameOf(each) === name,
  );
  return alike.length === 1 ? alike[0]! : null;
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute("aria-label") ?? element.textContent.trim();
}
