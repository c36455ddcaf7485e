import { ArrowLeft, ArrowRight, type LucideIcon, X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import css from "#web/features/packs/pack.module.css";
import { differenceText, type ShownEntry } from "#web/features/packs/pack-words.ts";
import { usePackTray } from "#web/features/shell/pack-tray.ts";
import { ActionIcon } from "#web/ui/elements/button.tsx";
import { atWidth } from "#web/ui/preview-url.ts";
import { takeFocus } from "#web/ui/take-focus.ts";

/** The thumbnails of the pack in their order, which can be changed. */
export function PackEntries({ entries }: { entries: readonly ShownEntry[] }) {
  const pack = usePackTray();
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<string | null>(null);
  // What was moved or taken out had the focus: it goes on where the person is.
  useLayoutEffect(() => {
    const to = wanted.current;
    wanted.current = null;
    if (to !== null) list.current?.querySelector<HTMLElement>(`[data-control="${to}"]`)?.focus();
  });
  const first = entries.find(({ isGone }) => !isGone);

  function move(at: number, step: -1 | 1): void {
    wanted.current = `${step} ${entries[at]!.id}`;
    pack.move(at, step);
  }
  function remove(at: number): void {
    const next = entries[at + 1] ?? entries[at - 1];
    if (next) wanted.current = `0 ${next.id}`;
    else takeFocus(document.getElementById("content"));
    pack.remove(entries[at]!);
  }
  return (
    <ol ref={list} className={css.entries} aria-label="Thumbnails of the pack">
      {entries.map((entry, at) => (
        <li key={`${entry.kind} ${entry.id}`} className={css.entry} data-gone={entry.isGone || undefined}>
          <span className={css.plate}>
            {entry.isGone
              ? "Deleted"
              : entry.previewUrl && (
                  <img src={atWidth(entry.previewUrl, 320)} width={320} height={180} alt="" />
                )}
          </span>
          <div className={css.of}>
            <p className={css.name} title={entry.name}>
              {at + 1}. {entry.name}
            </p>
            <p className={css.note}>
              {entry.isGone
                ? "It was deleted. Take it out of the pack."
                : entry === first
                  ? "The others are compared with this one."
                  : differenceText(entry)}
            </p>
            <div className={css.controls}>
              <Control
                name={`-1 ${entry.id}`}
                icon={ArrowLeft}
                label={`Move ${entry.name} to the front`}
                isOff={at === 0}
                onPress={() => move(at, -1)}
              />
              <Control
                name={`1 ${entry.id}`}
                icon={ArrowRight}
                label={`Move ${entry.name} to the back`}
                isOff={at === entries.length - 1}
                onPress={() => move(at, 1)}
              />
              <Control
                name={`0 ${entry.id}`}
                icon={X}
                label={`Take ${entry.name} out of the pack`}
                onPress={() => remove(at)}
              />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** It keeps the focus also where it can do nothing. */
function Control(props: {
  name: string;
  icon: LucideIcon;
  label: string;
  isOff?: boolean;
  onPress: () => void;
}) {
  const { icon: Icon, label, isOff = false } = props;
  return (
    <ActionIcon
      className={css.control}
      size={44}
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      data-control={props.name}
      onClick={() => !isOff && props.onPress()}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
