import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import { storeAnswer, useCall } from "#web/api/query.tsx";
import { type ConfirmOptions, useConfirm } from "#web/ui/confirm.tsx";
import { useMutationState } from "#web/ui/editing/actions.tsx";
import type { Failure, FailureTitle } from "#web/ui/editing/notices.tsx";
import { type RecordForm, useRecordForm } from "#web/ui/editing/use-record-form.ts";

type Versioned = { version: number };

/**
 * A part as an admin edits it. `record` is undefined while it loads, and also where the answer is a visitor's view
 * (the session has lapsed), which counts as an error. `store` keeps what a write answered.
 */
export function useSection<R extends Versioned>(call: Call) {
  const client = useQueryClient();
  const query = useCall(call, {});
  const data = query.data as Partial<R> | undefined;
  const record = data && typeof data.version === "number" ? (data as R) : undefined;

  const store = useCallback(
    (next: R) => {
      storeAnswer(client, call, {}, { success: true, data: next });
    },
    [client, call],
  );
  const error = query.error ?? (data && !record ? new Error("Please log in to continue.") : null);
  return { record, error: record ? null : error, store, refetch: query.refetch };
}

type Question = Pick<ConfirmOptions, "title" | "message" | "confirmLabel">;

type SectionTexts = {
  saved: string;
  saveFailed: FailureTitle;
  saveOffline?: FailureTitle;
  resetQuestion: Question;
  resetDone: string;
  resetFailed: FailureTitle;
  resetOffline?: FailureTitle;
};

/** How a part that can be hidden as a whole is switched; "deleting" it is a deactivation. */
type Activation<R> = {
  toggle: () => Promise<{ data: R; message?: string | undefined }>;
  remove: () => Promise<{ data: R; message?: string | undefined }>;
  removeLabel: string;
  /** Asked before it is hidden; the one before "deleting" has its own title. */
  question: Question;
  removeTitle: string;
  done: string;
  toggleFailed: FailureTitle;
  removeFailed: FailureTitle;
};

export type SectionEditorState<R, V> = {
  record: R;
  editor: RecordForm<R, V>;
  busy: boolean;
  failure: Failure | null;
  /** True right after a reset, while it can be undone with one click. */
  wasReset: boolean;
  reset: () => Promise<void>;
  undoReset: () => Promise<boolean>;
  /** Throws where there is nothing to bring back; for the list of versions, which shows it. */
  restore: () => Promise<void>;
  /** After a former version was brought back. */
  reload: () => Promise<void>;
  activation?: {
    isActive: boolean;
    removeLabel: string;
    toggle: () => Promise<void>;
    remove: () => Promise<void>;
  };
};

/**
 * Everything that can be done with a part of the site that exists once: save its form, switch it on and off, reset
 * it, bring back what stood before the reset. `say` shows a success; a failure stays on the screen until the next try.
 */
export function useSectionEditor<
  R extends { version: number; isActive?: boolean },
  V extends Record<string, unknown>,
>(options: {
  record: R;
  /** Keeps what the server answered. */
  store: (record: R) => void;
  valuesOf: (record: R) => V;
  schema: z.ZodType;
  load: () => Promise<R>;
  save: (values: V, version: number | undefined) => Promise<R>;
  reset: () => Promise<R>;
  restore: () => Promise<R>;
  activation?: Activation<R>;
  texts: SectionTexts;
  say: (text: string) => void;
}): SectionEditorState<R, V> {
  const { record, store, texts, activation, say } = options;
  const confirm = useConfirm();
  const actions = useMutationState(() => editor.setFailure(null));
  const [wasReset, setWasReset] = useState(false);
  const editor = useRecordForm<R, V>({
    record,
    valuesOf: (found) => options.valuesOf(found ?? record),
    schema: options.schema,
    save: options.save,
    store,
    onSaved: () => {
      setWasReset(false);
      actions.setFailure(null);
      say(texts.saved);
    },
    failureTitle: texts.saveFailed,
    ...(texts.saveOffline ? { offlineTitle: texts.saveOffline } : {}),
  });

  function take(next: R) {
    store(next);
    editor.adopt(next);
  }

  async function restore() {
    take(await options.restore());
    setWasReset(false);
  }

  /** Switches the part beside the form and keeps what is being typed. */
  async function change(
    work: Activation<R>["toggle"],
    question: Question | null,
    done: string,
    failed: FailureTitle,
  ): Promise<void> {
    if (question && !(await confirm(question))) return;
    await actions.run(async () => {
      const { data, message } = await work();
      store(data);
      editor.adoptFields(data, { isActive: data.isActive } as unknown as Partial<V>);
      say(message ?? done);
    }, failed);
  }

  return {
    record,
    editor,
    busy: actions.busy || editor.busy,
    failure: editor.failure ?? actions.failure,
    wasReset,
    restore,
    reload: async () => take(await options.load()),
    undoReset: () => actions.run(restore, "The state before the reset could not be brought back."),
    async reset() {
      if (!(await confirm(texts.resetQuestion))) return;
      await actions.run(
        async () => {
          take(await options.reset());
          setWasReset(true);
          say(texts.resetDone);
        },
        texts.resetFailed,
        texts.resetOffline,
      );
    },
    ...(activation
      ? {
          activation: {
            isActive: record.isActive ?? false,
            removeLabel: activation.removeLabel,
            toggle: () =>
              change(
                activation.toggle,
                record.isActive ? activation.question : null,
                activation.done,
                activation.toggleFailed,
              ),
            remove: () =>
              change(
                activation.remove,
                {
                  ...activation.question,
                  title: activation.removeTitle,
                  confirmLabel: activation.removeLabel,
                },
                activation.done,
                activation.removeFailed,
              ),
          },
        }
      : {}),
  };
}
