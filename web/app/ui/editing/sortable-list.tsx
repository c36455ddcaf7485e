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
import { GripVertical } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "#web/ui/editing/sortable-list.module.css";

/**
 * An order that is changed by dragging or by keyboard: Space lifts the entry at its handle, the arrow keys move it,
 * Space drops it, Escape puts it back. `onOrder` gets the ids in their new order.
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
          onDragStart: ({ active }) => `${nameOf(String(active.id))} lifted, ${place(active.id)}.`,
          onDragOver: ({ active, over }) =>
            // Over its own place it has just been lifted, which was said already.
            over && over.id !== active.id
              ? `${nameOf(String(active.id))} over place ${place(over.id)}.`
              : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${nameOf(String(active.id))} dropped at place ${place(over.id)}.` : undefined,
          onDragCancel: ({ active }) => `${nameOf(String(active.id))} is back in its place.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={props.grid ? rectSortingStrategy : verticalListSortingStrategy}>
        {props.children}
      </SortableContext>
    </DndContext>
  );
}

/** What an entry spreads over its element and its handle. */
export function useSortableEntry(id: string) {
  const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({ id });
  const style = {
    transform: transform
      ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)`
      : undefined,
    transition,
    ...(isDragging ? { position: "relative" as const, zIndex: 1, opacity: 0.85 } : {}),
  };
  return { ref: setNodeRef, style, handle: { ...attributes, ...listeners } };
}

export function DragHandle(props: { name: string; handle: ReturnType<typeof useSortableEntry>["handle"] }) {
  return (
    <button type="button" {...props.handle} className={styles.handle} aria-label={`Move ${props.name}`}>
      <GripVertical size={18} aria-hidden />
    </button>
  );
}
