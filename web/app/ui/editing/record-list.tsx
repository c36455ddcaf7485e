import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import styles from "#web/ui/editing/editing.module.css";
import type { FormValues } from "#web/ui/editing/form-values.ts";
import { PendingUploadsContext } from "#web/ui/editing/pending-uploads.ts";
import { MoveControls, SortableList, useSortableEntry } from "#web/ui/editing/sortable-list.tsx";
import { Button } from "#web/ui/elements/button.tsx";

/** The part of a form that a list uses. */
type ListForm = Pick<FormValues<never>, "reorderListItem" | "removeListItem" | "insertListItem">;

let lastKey = 0;
const newKeys = (count: number) => Array.from({ length: count }, () => `entry-${++lastKey}`);

/**
 * A list of records inside a form: added, removed, and ordered by dragging, by keyboard or by buttons. The records have
 * no ids: each gets a key here, and keeps it, and with it the focus, when it is moved.
 */
export function RecordList(props: {
  form: ListForm;
  path: string;
  count: number;
  /** "Quick link": entries are named by it and their number. */
  entryName: string;
  addLabel: string;
  blank: object;
  /** The fewest entries; at that number none can be removed. */
  minimum?: number;
  children: (index: number) => ReactNode;
}) {
  const { form, path, count, entryName, minimum = 0 } = props;
  // A picture that is on its way would come into another entry than its own.
  const isFixed = useContext(PendingUploadsContext).count > 0;
  const [keys, setKeys] = useState(() => newKeys(count));
  if (keys.length !== count) {
    setKeys([...keys.slice(0, count), ...newKeys(Math.max(0, count - keys.length))]);
  }

  const add = useRef<HTMLButtonElement>(null);
  const entries = useRef<HTMLDivElement>(null);
  const focusNewest = useRef(false);
  useEffect(() => {
    if (!focusNewest.current || count === 0) return;
    focusNewest.current = false;
    entries.current?.lastElementChild?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, [count]);

  function order(next: string[]) {
    const moved = movedKey(keys, next);
    if (!moved) return;
    setKeys(next);
    form.reorderListItem(path, { from: keys.indexOf(moved), to: next.indexOf(moved) });
  }

  function remove(index: number) {
    setKeys(keys.filter((_, at) => at !== index));
    form.removeListItem(path, index);
    // The pressed button was removed with its entry, and the focus with it.
    add.current?.focus();
  }

  const nameOf = (key: string) => `${entryName} ${keys.indexOf(key) + 1}`;
  return (
    <>
      <SortableList ids={keys} nameOf={nameOf} onOrder={order}>
        <div ref={entries} className={styles.entries}>
          {keys.slice(0, count).map((key, index) => (
            <Entry
              key={key}
              id={key}
              name={nameOf(key)}
              fixed={isFixed || count <= minimum}
              alone={count < 2}
              onRemove={() => remove(index)}
            >
              {props.children(index)}
            </Entry>
          ))}
        </div>
      </SortableList>
      <div>
        <Button
          ref={add}
          size="sm"
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => {
            focusNewest.current = true;
            form.insertListItem(path, { ...props.blank });
          }}
        >
          {props.addLabel}
        </Button>
      </div>
    </>
  );
}

/** The one key without which both orders are the same. */
function movedKey(before: string[], after: string[]): string | undefined {
  return before.find((key) => {
    const rest = after.filter((each) => each !== key);
    return before.filter((each) => each !== key).every((each, index) => each === rest[index]);
  });
}

function Entry(props: {
  id: string;
  name: string;
  fixed: boolean;
  alone: boolean;
  onRemove: () => void;
  children: ReactNode;
}) {
  const { id, name } = props;
  const { ref, style, handle } = useSortableEntry(id);
  return (
    <fieldset ref={ref} style={style} className={styles.entry}>
      <legend className="visually-hidden">{name}</legend>
      <div className={styles.entryHead}>
        <span className={styles.entryTitle} aria-hidden>
          {name}
        </span>
        <span className={styles.entryActions}>
          {!props.alone && <MoveControls id={id} handle={handle} />}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            disabled={props.fixed}
            leftSection={<Trash2 size={16} aria-hidden />}
            aria-label={`Remove ${name.toLowerCase()}`}
            onClick={props.onRemove}
          >
            Remove
          </Button>
        </span>
      </div>
      {props.children}
    </fieldset>
  );
}
