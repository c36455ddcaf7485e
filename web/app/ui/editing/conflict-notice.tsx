import { useEffect, useRef } from "react";
import type { ConflictProps } from "#web/ui/editing/conflict-choices.tsx";
import styles from "#web/ui/editing/editing.module.css";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";

/**
 * Tells that another admin saved first: who, when and what. Nothing that was typed is lost: it can be merged with
 * theirs, saved over theirs, or set aside.
 */
export function ConflictNotice<R extends { version: number }, V>(props: ConflictProps<R, V>) {
  const { conflict, setAside } = props.editor;
  const place = useRef<HTMLDivElement>(null);
  const shows = conflict !== null || setAside !== null;
  const showed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the notice takes the focus along.
  useEffect(() => {
    // The button that settles the conflict disappears with the notice: the focus moves to the notice's place.
    if (shows || showed.current) place.current?.focus();
    showed.current = shows;
  }, [conflict, shows]);

  return (
    <div ref={place} tabIndex={-1} className={styles.notice}>
      {shows && <LateChoices {...props} />}
    </div>
  );
}

/** What few editors ever show comes when it is due. */
function LateChoices<R extends { version: number }, V>(props: ConflictProps<R, V>) {
  const { part, failure } = usePart(() => import("#web/ui/editing/conflict-choices.tsx"));
  if (part) return <part.ConflictChoices {...props} />;
  return (
    failure && (
      <ErrorState
        compact
        title="Somebody else saved this, while you were editing."
        {...failure}
        message={`${failure.message ?? "Their changes could not be loaded."} What you typed is still in the form.`}
      />
    )
  );
}
