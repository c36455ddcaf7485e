import { useState } from "react";
import { type ConfirmOptions, useConfirm } from "#web/ui/confirm.tsx";
import type { FailureTitle } from "#web/ui/editing/failure.ts";
import { useActions } from "#web/ui/editing/use-actions.ts";
import type { RecordForm } from "#web/ui/editing/use-record-form.ts";

type Question = Pick<ConfirmOptions, "title" | "message" | "confirmLabel">;

/**
 * What can be done with a whole part besides saving its form: switch it on and off, reset it, bring back what stood
 * before the reset. `say` shows a success; the failure of the last action stays on the screen.
 */
export function usePartActions<R extends { version: number }, V extends Record<string, unknown>>(options: {
  editor: RecordForm<R, V>;
  store: (record: R) => void;
  load: () => Promise<R>;
  reset: () => Promise<R>;
  restore: () => Promise<R>;
  resetQuestion: Question;
  resetDone: string;
  resetFailure: FailureTitle;
  resetOffline?: FailureTitle;
  say: (text: string) => void;
}) {
  const { editor, store, load, say } = options;
  const confirm = useConfirm();
  const actions = useActions();
  const [wasReset, setWasReset] = useState(false);

  function take(record: R) {
    store(record);
    editor.adopt(record);
  }

  async function restore(): Promise<void> {
    take(await options.restore());
    setWasReset(false);
  }

  return {
    busy: actions.busy || editor.busy,
    failure: editor.failure ?? actions.failure,
    run: actions.run,
    wasReset,
    forgetReset: () => setWasReset(false),
    /** After a former version was brought back. */
    reload: async () => take(await load()),
    /** Throws where there is nothing to bring back; for the drawer, which shows it. */
    restore,
    undoReset: () => actions.run(restore, "The state before the reset could not be brought back."),

    /** Changes the part beside the form and keeps what is being typed: only `fields` are taken over. */
    async change(
      question: Question | null,
      work: () => Promise<{ record: R; fields: Partial<V>; done: string }>,
      failureTitle: FailureTitle,
    ): Promise<void> {
      if (question && !(await confirm(question))) return;
      await actions.run(async () => {
        const { record, fields, done } = await work();
        store(record);
        editor.adoptFields(record, fields);
        say(done);
      }, failureTitle);
    },

    async reset(): Promise<void> {
      if (!(await confirm(options.resetQuestion))) return;
      await actions.run(
        async () => {
          take(await options.reset());
          setWasReset(true);
          say(options.resetDone);
        },
        options.resetFailure,
        options.resetOffline,
      );
    },
  };
}
