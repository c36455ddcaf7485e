import { useDeferredValue, useEffect, useRef, useState } from "react";
import type { ButtonStyles } from "#contract/paypal-settings.ts";
import styles from "#web/features/admin-settings/paypal-buttons.module.css";
import { FieldCard } from "#web/ui/editing/editor-form.tsx";

/**
 * The payment buttons in the chosen style. They stand in a page of their own, the only one of the back office whose
 * policy lets PayPal's script in. `saved` changes with each save, since the page reads what is saved.
 */
export function ButtonsPreview(props: { styleOf: ButtonStyles; saved: number; enabled: boolean }) {
  const { layout, color, shape, label } = useDeferredValue(props.styleOf);
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(220);
  const query = new URLSearchParams({ layout, color, shape, label, saved: String(props.saved) }).toString();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has a frame of its own.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let observer: ResizeObserver | undefined;
    const follow = () => {
      const main = element.contentDocument?.querySelector("main");
      observer?.disconnect();
      if (!main) return;
      observer = new ResizeObserver(() => setHeight(Math.min(800, main.offsetHeight + 4)));
      observer.observe(main);
    };
    element.addEventListener("load", follow);
    follow();
    return () => {
      element.removeEventListener("load", follow);
      observer?.disconnect();
    };
  }, [query]);

  return (
    <FieldCard title="Live preview">
      {!props.enabled && <p>Payments are off: buyers read 'Payment Unavailable' until you enable them.</p>}
      {/* A frame that went on to another address would add an entry to the history, which Back led through first. */}
      <iframe
        key={query}
        ref={frame}
        title="PayPal buttons preview"
        className={styles.frame}
        height={height}
        src={`/admin/paypal-buttons?${query}`}
      />
    </FieldCard>
  );
}
