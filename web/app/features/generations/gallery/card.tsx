import { Heart } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import css from "#web/features/generations/gallery/card.module.css";
import { type Rename, RenameForm } from "#web/features/generations/gallery/rename.tsx";
import { type CardAction, CardMenu } from "#web/ui/card-menu.tsx";
import { ActionIcon } from "#web/ui/elements/button.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { Status } from "#web/ui/status.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";

/** A run or a design: what it looks like, its name with a mark and a menu, and at the foot what it is for. */
export function Card(props: {
  pictures: ReactNode;
  rename: Rename;
  meta: ReactNode;
  mark?: Mark;
  actions?: CardAction[] | undefined;
  foot: ReactNode;
  /** Of a run that made nothing to look at. */
  reason?: ReactNode;
  status?: string | null;
  problem?: string | null | undefined;
}) {
  const { rename, mark, actions, status, problem } = props;
  const card = useRef<HTMLElement>(null);
  const isRenaming = rename.draft !== null;
  // The menu that the form was opened from was not there meanwhile.
  useEffect(() => {
    if (isRenaming) return () => takeFocus(card.current?.querySelector<HTMLElement>("[data-renames]"));
  }, [isRenaming]);
  const press = (event: KeyboardEvent) => {
    const isField = (event.target as Element).closest("input, [role=dialog]");
    const isF = event.key.toLowerCase() === "f" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isF && !isField && !event.repeat) mark?.toggle();
  };
  return (
    <article ref={card} className={css.card} aria-label={rename.title} onKeyDown={mark ? press : undefined}>
      <div className={css.frame}>{props.pictures}</div>
      {!isRenaming ? (
        <>
          <div className={css.head}>
            <div className={css.text}>
              <h3 className={css.title} title={rename.title}>
                {rename.title}
              </h3>
              <p className={css.meta}>{props.meta}</p>
              {props.reason}
            </div>
            {mark && <MarkButton mark={mark} />}
            {actions && <CardMenu label={`Actions for ${rename.title}`} actions={actions} />}
          </div>
          <div className={css.foot}>{props.foot}</div>
        </>
      ) : (
        <RenameForm rename={rename} />
      )}
      <p role="status" className={css.said}>
        {status}
      </p>
      {problem && (
        <p role="alert" className={css.said} data-problem>
          {problem}
        </p>
      )}
    </article>
  );
}

export interface Mark {
  on: boolean;
  toggle: () => void;
}

/** A mark as its owner set it last, at once; where that was refused, as it was. */
export function useMark(stored: boolean, save: (favourite: boolean) => Promise<boolean>): Mark {
  const [sent, setSent] = useState<boolean | null>(null);
  const on = sent ?? stored;
  return {
    on,
    async toggle() {
      if (sent !== null) return;
      setSent(!on);
      await save(!on);
      setSent(null);
    },
  };
}

function MarkButton({ mark }: { mark: Mark }) {
  return (
    <ActionIcon
      className={css.icon}
      size={36}
      variant="subtle"
      color={mark.on ? "accent" : "gray"}
      aria-label="Favourite"
      title="Favourite (F)"
      aria-keyshortcuts="F"
      aria-pressed={mark.on}
      onClick={mark.toggle}
    >
      <Heart size={18} fill={mark.on ? "currentColor" : "none"} aria-hidden />
    </ActionIcon>
  );
}

export function LoadingCards() {
  return (
    <>
      <div className={css.grid} aria-busy>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} className={css.skeleton} />
        ))}
      </div>
      <Status className="visually-hidden">Loading...</Status>
    </>
  );
}
