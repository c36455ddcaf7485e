import { useState } from "react";
import type { Call } from "#contract/call.ts";
import { api } from "#web/api/client.ts";
import { undefinedOnError } from "#web/api/loaders.ts";
import type { CheckValues } from "#web/ui/check-values.ts";
import { type ConfirmOptions, leaveQuestion, useConfirm } from "#web/ui/confirm.tsx";
import { useActions } from "#web/ui/editing/actions.tsx";
import type { Failure, FailureTitle } from "#web/ui/editing/notices.tsx";
import { type RecordForm, useRecordForm } from "#web/ui/editing/use-record-form.ts";

type Question = Pick<ConfirmOptions, "title" | "message" | "confirmLabel">;

/** Every section has these calls; each answers the record's new state. */
type SectionCalls = { get: Call; update: Call; reset: Call; restore: Call };

type SectionTexts = {
  saved: string;
  saveFailed: FailureTitle;
  saveOffline?: FailureTitle;
  resetQuestion: Question;
  resetDone: string;
  resetFailed: FailureTitle;
  resetOffline?: FailureTitle;
};

/** How a section that can be hidden as a whole is switched; "deleting" it is a deactivation. */
type Activation = {
  deactivate: Call;
  removeLabel: string;
  /** Asked before it is hidden; the one before "deleting" has its own title. */
  question: Question;
  removeTitle: string;
  done: string;
  toggleFailed: FailureTitle;
  removeFailed: FailureTitle;
};

export type SectionEditorState<R, V> = {
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
  activation: {
    isActive: boolean;
    removeLabel: string;
    toggle: () => Promise<void>;
    remove: () => Promise<void>;
  } | null;
};

/**
 * Everything that can be done with a section of the site: save its form, switch it on and off, reset it, bring back
 * what was there before the reset. `say` shows a success; a failure stays on the screen until the next try.
 */
export function useSectionEditor<
  R extends { version: number; isActive?: boolean },
  V extends Record<string, unknown>,
>(options: {
  record: R;
  /** Keeps what the server answered. */
  store: (record: R) => void;
  valuesOf: (record: R) => V;
  check: CheckValues<V>;
  calls: SectionCalls;
  /** Of the calls' paths, where several sections share them. */
  params?: Record<string, string>;
  activation?: Activation;
  texts: SectionTexts;
  say: (text: string) => void;
}): SectionEditorState<R, V> {
  const { record, store, calls, params, texts, activation, say } = options;
  const confirm = useConfirm();
  const actions = useActions({ onRun: () => editor.setFailure(null) });
  const [wasReset, setWasReset] = useState(false);

  async function send(call: Call, body?: object) {
    const answer = await api(call, { params, body } as object);
    return answer.body as { data: R; message?: string };
  }

  const editor = useRecordForm<R, V>({
    record,
    valuesOf: (found) => options.valuesOf(found ?? record),
    check: options.check,
    save: async (values, version) => (await send(calls.update, { ...values, version })).data,
    store,
    onSaved: () => {
      setWasReset(false);
      actions.setFailure(null);
      say(texts.saved);
    },
    failureTitle: texts.saveFailed,
    ...(texts.saveOffline ? { offlineTitle: texts.saveOffline } : {}),
  });

  async function replaceBy(call: Call) {
    const before = editor.form.getValues();
    const { data } = await send(call);
    store(data);
    editor.adopt(data, before);
  }

  async function restore() {
    await replaceBy(calls.restore);
    setWasReset(false);
  }

  async function reset() {
    if (!(await confirm(texts.resetQuestion))) return;
    const work = async () => {
      await replaceBy(calls.reset);
      setWasReset(true);
      say(texts.resetDone);
    };
    await actions.run(work, texts.resetFailed, texts.resetOffline);
  }

  /** Takes over how the section is switched, and keeps what is being typed. */
  function take(data: R) {
    store(data);
    editor.adoptFields(data, { isActive: data.isActive } as unknown as Partial<V>);
  }

  async function change(
    answer: () => Promise<{ data: R; message?: string }>,
    done: string,
    failed: FailureTitle,
  ) {
    const changed = await actions.run(async () => {
      const { data, message } = await answer();
      take(data);
      say(message ?? done);
    }, failed);
    // It may have been switched all the same, and the answer lost.
    const standing = changed ? undefined : await undefinedOnError(send(calls.get));
    if (standing && standing.data.isActive !== record.isActive) take(standing.data);
  }

  function switches({ deactivate, question, removeLabel, removeTitle, ...then }: Activation) {
    const isActive = record.isActive ?? false;
    const removal = { ...question, title: removeTitle, confirmLabel: removeLabel };
    return {
      isActive,
      removeLabel,
      // The state that the button promises, whatever another admin, or a first try, has made of it meanwhile.
      async toggle() {
        if (isActive && !(await confirm(question))) return;
        await change(() => send(calls.update, { isActive: !isActive }), then.done, then.toggleFailed);
      },
      async remove() {
        if (await confirm(removal)) await change(() => send(deactivate), then.done, then.removeFailed);
      },
    };
  }

  return {
    editor,
    busy: actions.busy || editor.busy,
    failure: editor.failure ?? actions.failure,
    wasReset,
    reset,
    async undoReset() {
      if (editor.dirty && !(await confirm(leaveQuestion))) return false;
      return await actions.run(restore, "The state before the reset could not be brought back.");
    },
    restore,
    reload: () => replaceBy(calls.get),
    activation: activation ? switches(activation) : null,
  };
}
