import {
  type ComponentType,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { lateComponent } from "#web/ui/late-component.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { useOpening } from "#web/ui/use-late.ts";

const contents = { display: "contents" } as const;
const waiting = { ...contents, cursor: "progress" } as const;
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
            style={waiting}
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

/** Hands the last press, the focus and what was typed on to what takes the place of the server's rendering. */
function useHeldInput(region: RefObject<HTMLElement | null>, isKept: boolean): void {
  const pressed = useRef<HTMLElement>(null);
  const focused = useRef<HTMLElement>(null);
  const rendered = useRef<HTMLElement>(null);

  useEffect(() => {
    const kept = region.current;
    if (!isKept || !kept) return;
    rendered.current = kept;
    function press(event: MouseEvent): void {
      const control = (event.target as Element).closest<HTMLElement>(controls);
      if (!control) return;
      event.preventDefault();
      pressed.current?.removeAttribute("data-held");
      pressed.current = control;
      control.setAttribute("data-held", "");
    }
    const focus = (event: FocusEvent) => {
      focused.current = event.target as HTMLElement;
    };
    kept.addEventListener("click", press);
    kept.addEventListener("focusin", focus);
    return () => {
      kept.removeEventListener("click", press);
      kept.removeEventListener("focusin", focus);
    };
  }, [region, isKept]);

  useEffect(() => {
    const before = rendered.current;
    if (isKept || !before) return;
    rendered.current = null;
    const heirOf = (control: HTMLElement | null) =>
      control && namesakes(region.current, control)[namesakes(before, control).indexOf(control)];
    const isFocusLost = document.activeElement === document.body;
    for (const typed of before.querySelectorAll("input")) {
      const heir = heirOf(typed);
      if (typed.value === typed.defaultValue || !(heir instanceof HTMLInputElement)) continue;
      heir.focus({ preventScroll: true });
      // React hears of a value only where the setter that it put there is passed by.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(heir, typed.value);
      heir.dispatchEvent(new Event("input", { bubbles: true }));
    }
    // Once React has drawn what was typed.
    queueMicrotask(() => {
      if (isFocusLost) heirOf(focused.current)?.focus({ preventScroll: true });
      heirOf(pressed.current)?.click();
    });
  }, [region, isKept]);
}
