import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { createContext, type ReactNode, useContext, useId, useMemo, useRef, useState } from "react";
import { useActions } from "#web/ui/editing/actions.tsx";
import styles from "#web/ui/editing/sortable-list.module.css";

type Order = { ids: string[]; nameOf: (id: string) => string; moveTo: (id: string, place: number) => void };
const OrderContext = createContext<Order | null>(null);

/**
 * An order that is changed by dragging, by keyboard (Space lifts the entry at its handle, the arrow keys move it,
 * Space drops it, Escape puts it back), or by a button for each way. `onOrder` gets the ids in their new order.
 */
export function SortableList(props: {
  ids: string[];
  nameOf: (id: string) => string;
  onOrder: (ids: string[]) => void;
  grid?: boolean;
  children: ReactNode;
}) {
  const { ids, nameOf, onOrder } = props;
  const id = useId();
  const [moved, setMoved] = useState("");
  const leftItsPlace = useRef(false);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function drop({ active, over }: DragEndEvent) {
    if (!over || active.id === over.id) return;
    const from = ids.indexOf(String(active.id));
    const to = ids.indexOf(String(over.id));
    if (from >= 0 && to >= 0) onOrder(arrayMove(ids, from, to));
  }

  const order = useMemo<Order>(
    () => ({
      ids,
      nameOf,
      moveTo(entry, to) {
        const from = ids.indexOf(entry);
        if (from < 0 || to < 0 || to >= ids.length) return;
        onOrder(arrayMove(ids, from, to));
        setMoved(`${nameOf(entry)} moved to place ${to + 1} of ${ids.length}.`);
      },
    }),
    [ids, nameOf, onOrder],
  );

  const place = (entry: string | number) => `${ids.indexOf(String(entry)) + 1} of ${ids.length}`;
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: {
          draggable: "Press Space to lift, the arrow keys to move, Space to drop and Escape to cancel.",
        },
        announcements: {
          onDragStart({ active }) {
            leftItsPlace.current = false;
            return `${nameOf(String(active.id))} lifted, ${place(active.id)}.`;
          },
          onDragOver({ active, over }) {
            if (over && over.id !== active.id) leftItsPlace.current = true;
            // The lift has announced the entry's own place; only a return to it is announced again.
            return over && leftItsPlace.current
              ? `${nameOf(String(active.id))} over place ${place(over.id)}.`
              : undefined;
          },
          onDragEnd: ({ active, over }) =>
            over ? `${nameOf(String(active.id))} dropped at place ${place(over.id)}.` : undefined,
          onDragCancel: ({ active }) => `${nameOf(String(active.id))} is back in its place.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={props.grid ? rectSortingStrategy : verticalListSortingStrategy}>
        <OrderContext value={order}>{props.children}</OrderContext>
      </SortableContext>
      <p role="status" className="visually-hidden">
        {moved}
      </p>
    </DndContext>
  );
}

/** What an entry spreads over its element and its handle. */
export function useSortableEntry(id: string) {
  const { setNodeRef, attributes, listeners, transform, transition, isDragging, over } = useSortable({ id });
  const style = {
    transform: transform
      ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)`
      : undefined,
    transition,
    ...(isDragging ? { position: "relative" as const, zIndex: 1, opacity: 0.85 } : {}),
  };
  // dnd-kit moves an entry by key only once it has measured all places: `over` is set then.
  const lifted = isDragging && over !== null;
  return {
    ref: setNodeRef,
    style,
    handle: { ...attributes, ...listeners, "data-lifted": lifted || undefined },
  };
}

type Handle = ReturnType<typeof useSortableEntry>["handle"];

/** The handle of an entry and, for those who can't drag, a button for each way. */
export function MoveControls({ id, handle }: { id: string; handle: Handle }) {
  const order = useContext(OrderContext);
  if (!order) return null;
  const name = order.nameOf(id);
  const at = order.ids.indexOf(id);
  const steps = [
    { label: `Move ${name} up`, to: at - 1, Icon: ArrowUp },
    { label: `Move ${name} down`, to: at + 1, Icon: ArrowDown },
  ];
  return (
    <span className={styles.controls}>
      <button type="button" {...handle} className={styles.handle} aria-label={`Move ${name}`}>
        <GripVertical size={18} aria-hidden />
      </button>
      {steps.map(({ label, to, Icon }) => (
        // Never disabled: a disabled button loses the focus, and who steps an entry along reaches the end with it.
        <button
          key={label}
          type="button"
          className={styles.step}
          aria-label={label}
          aria-disabled={to < 0 || to >= order.ids.length || undefined}
          onClick={() => order.moveTo(id, to)}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </span>
  );
}

/**
 * A list whose new order shows at once, before the server has it. While `save` runs, further moves wait, and only the last
 * order is sent; no other action of the list holds it up. `reload` reads the list again; `onRun` clears what failed beside it.
 */
export function useReorder<R extends { _id: string }>(
  rows: R[] | undefined,
  save: (ids: string[]) => Promise<void>,
  failureTitle: string,
  reload: () => Promise<void>,
  onRun: () => void,
) {
  const { run, failure, setFailure } = useActions({ onRun });
  const [wanted, setWanted] = useState<string[] | null>(null);
  const latest = useRef<string[]>([]);
  const saving = useRef(false);

  async function order(ids: string[]): Promise<void> {
    setWanted(ids);
    latest.current = ids;
    if (saving.current) return;
    saving.current = true;
    try {
      let sent: string[];
      do {
        sent = latest.current;
        // A refused order drops the moves made since: they started from an order that is not going to be.
        if (!(await run(() => save(sent), failureTitle))) latest.current = sent;
        if (latest.current === sent) await reload();
        // A move made during the reload is sent as well.
      } while (latest.current !== sent);
    } finally {
      saving.current = false;
      setWanted(null);
    }
  }

  return { rows: wanted && rows ? inOrder(rows, wanted) : rows, order, failure, setFailure };
}

function inOrder<R extends { _id: string }>(rows: R[], ids: string[]): R[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ _id }: R) => places.get(_id) ?? ids.length;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}
