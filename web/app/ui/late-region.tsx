import {
  type ComponentType,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { keyOf } from "#web/ui/key-of.ts";
import { lateComponent } from "#web/ui/late-component.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { useOpening } from "#web/ui/use-late.ts";

const contents = { display: "contents" } as const;
const untouched = { __html: "" };
const never = () => () => undefined;

/**
 * A part of a screen that the server renders and whose script comes late. What the server rendered stands as it is until
 * then, whatever changes around it: React would throw it away. What is pressed or typed meanwhile acts once the script is
 * there. `Waiting` stands where the server rendered nothing.
 */
export function lateRegion<P extends object>(
  load: () => Promise<ComponentType<P>>,
  failedTitle: string,
  Waiting: ComponentType<P>,
): ComponentType<P> {
  if (import.meta.env.SSR) {
    const Rendered = lateComponent(load, Waiting);
    return (props: P) => (
      <div style={contents}>
        <Suspense>
          <Rendered {...props} />
        </Suspense>
      </div>
    );
  }
  let known: ComponentType<P> | null = null;
  const remember = async () => {
    known = await load();
    return known;
  };
  // Ahead of the first rendering: it comes right behind the screen's own scripts.
  void remember().catch(() => undefined);
  return function LateRegion(props: P) {
    const isHydrating = useSyncExternalStore(
      never,
      () => false,
      () => true,
    );
    const [isRendered] = useState(isHydrating);
    const [first] = useState(() => (isRendered ? null : known));
    const late = useOpening(remember);
    const Part = first ?? late.module;
    const region = useRef<HTMLDivElement>(null);
    const isKept = isRendered && !Part;
    useHeldInput(region, isKept);
    if (Part)
      return (
        <div key="alive" ref={region} style={contents}>
          <Part {...props} />
        </div>
      );
    return (
      <>
        {isKept && (
          <div
            key="kept"
            ref={region}
            style={contents}
            aria-busy={!late.failure}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: while hydrating, React leaves what is there.
            dangerouslySetInnerHTML={untouched}
          />
        )}
        {late.failure ? (
          <ErrorState compact title={failedTitle} {...late.failure} />
        ) : (
          !isKept && <Waiting {...props} />
        )}
      </>
    );
  };
}

/** A link that names an address needs no script. */
const controls = "button, summary, input, textarea";
const nameOf = (control: Element) => control.getAttribute("aria-label") ?? control.textContent;
const namesakes = (region: Element | null, control: Element) =>
  [...(region?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(
    (each) => nameOf(each) === nameOf(control),
  );

/** Hands the last press or Enter, the focus and what was typed on to what takes the place of the server's rendering. */
function useHeldInput(region: RefObject<HTMLElement | null>, isKept: boolean): void {
  useEffect(() => {
    const kept = region.current;
    if (!isKept || !kept) return;
    let pressed: HTMLElement | null = null;
    let isEntered = false;
    let focused: HTMLElement | null = null;
    function press(event: MouseEvent | KeyboardEvent): void {
      const isKey = "key" in event;
      const control = (event.target as Element).closest<HTMLElement>(isKey ? "input" : controls);
      if (!control || (isKey && keyOf(event) !== "Enter")) return;
      event.preventDefault();
      pressed?.removeAttribute("data-late");
      pressed = control;
      control.setAttribute("data-late", "");
      isEntered = isKey;
    }
    const listening = new AbortController();
    const { signal } = listening;
    kept.addEventListener("click", press, { signal });
    kept.addEventListener("keydown", press, { signal });
    kept.addEventListener("focusin", ({ target }) => (focused = target as HTMLElement), { signal });

    return () => {
      listening.abort();
      const heirOf = (control: HTMLElement | null) =>
        control && namesakes(region.current, control)[namesakes(kept, control).indexOf(control)];
      const isFocusLost = document.activeElement === document.body;
      for (const typed of kept.querySelectorAll("input")) {
        const heir = heirOf(typed);
        if (typed.value === typed.defaultValue || !(heir instanceof HTMLInputElement)) continue;
        heir.focus({ preventScroll: true });
        // React hears of a value only where the setter that it put there is passed by.
        Reflect.set(HTMLInputElement.prototype, "value", typed.value, heir);
        heir.dispatchEvent(new Event("input", { bubbles: true }));
      }
      // Once React has drawn what was typed.
      queueMicrotask(() => {
        if (isFocusLost) heirOf(focused)?.focus({ preventScroll: true });
        const heir = heirOf(pressed);
        if (isEntered) heir?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        else heir?.click();
      });
    };
  }, [region, isKept]);
}
