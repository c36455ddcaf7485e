import { useMemo, useReducer, useState } from "react";
import type { DesignDocument, Layer } from "#contract/design-document.ts";
import type { Command } from "#web/features/designs/editor/commands.ts";
import {
  changed,
  type History,
  historyOf,
  redone,
  settled,
  undone,
} from "#web/features/designs/editor/history.ts";
import { nothing, present, type Selection } from "#web/features/designs/editor/selection.ts";

interface State {
  history: History<DesignDocument>;
  selection: Selection;
}

type Action =
  | { type: "run"; command: Command; gesture: string | null }
  | { type: "settle" | "undo" | "redo" }
  | { type: "select"; selection: Selection };

function reduce(state: State, action: Action): State {
  if (action.type === "select") return { ...state, selection: action.selection };
  const history = next(state.history, action);
  return history === state.history
    ? state
    : { history, selection: present(state.selection, history.present) };
}

function next(history: History<DesignDocument>, action: Exclude<Action, { type: "select" }>) {
  if (action.type === "run") return changed(history, action.command(history.present), action.gesture);
  return { settle: settled, undo: undone, redo: redone }[action.type](history);
}

export interface Editor {
  document: DesignDocument;
  selection: Selection;
  /** The chosen layers, from back to front. */
  chosen: readonly Layer[];
  canUndo: boolean;
  canRedo: boolean;
  /** What comes with the same gesture's name is one step of the history. */
  run(command: Command, gesture?: string): void;
  /** Ends a gesture. */
  settle(): void;
  undo(): void;
  redo(): void;
  select(selection: Selection): void;
  /** Why the last change was not made, until the next one is. */
  problem: string | null;
  refuse(problem: string): void;
}

/** A document under work: what it is, what of it is chosen, and the way back. */
export function useEditor(start: DesignDocument): Editor {
  const [{ history, selection }, dispatch] = useReducer(reduce, start, (document) => ({
    history: historyOf(document),
    selection: nothing,
  }));
  const [problem, refuse] = useState<string | null>(null);
  const actions = useMemo(
    () => ({
      run(command: Command, gesture: string | null = null) {
        refuse(null);
        dispatch({ type: "run", command, gesture });
      },
      refuse,
      settle: () => dispatch({ type: "settle" }),
      undo: () => dispatch({ type: "undo" }),
      redo: () => dispatch({ type: "redo" }),
      select: (chosen: Selection) => dispatch({ type: "select", selection: chosen }),
    }),
    [],
  );
  const document = history.present;
  return useMemo(
    () => ({
      ...actions,
      document,
      problem,
      selection,
      chosen: document.layers.filter(({ id }) => selection.has(id)),
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
    }),
    [actions, document, problem, selection, history.past.length, history.future.length],
  );
}
