import { useEffect, useState } from "react";
import styles from "#web/features/developers/developers.module.css";

/** Lines to be read, and copied where the browser lets a script do so. What is too wide scrolls, also by the keys. */
export function CodeBlock(props: { label: string; code: string; wraps?: boolean }) {
  const { label, code, wraps = false } = props;
  return (
    <figure className={styles.code}>
      <figcaption className={styles.codeHead}>
        <span>{label}</span>
        <CopyButton text={code} label={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: these are lines, and no fields that belong together. */}
      <div
        className={styles.lines}
        data-wraps={wraps || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <pre>
          <code>{code}</code>
        </pre>
      </div>
    </figure>
  );
}

const said = { ready: "Copy", copied: "Copied", failed: "Not copied" } as const;

/** Without a script there is none. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<keyof typeof said | null>(null);
  useEffect(() => {
    if (navigator.clipboard) setState("ready");
  }, []);
  if (!state) return null;
  return (
    <button
      type="button"
      className={styles.copy}
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setState("copied"),
          () => setState("failed"),
        )
      }
    >
      <span aria-live="polite">{said[state]}</span>
      <span className="visually-hidden"> {label}</span>
    </button>
  );
}
