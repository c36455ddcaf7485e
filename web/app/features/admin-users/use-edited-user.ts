import { useState } from "react";
import { type UserRecord, updateUser } from "#contract/users.ts";
import { api } from "#web/api/client.ts";
import { changesOf, draftOf, type RowDraft, rowDraft } from "#web/features/admin-users/user-row.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { leaveQuestion, useUnsavedGuard } from "#web/ui/unsaved-guard.ts";

export type Editing = {
  /** As the person was when the row was opened. */
  opened: UserRecord;
  draft: RowDraft;
  change: (part: Partial<RowDraft>) => void;
};

/** The row that is edited, one at a time. The list may be fetched anew behind it: what was opened stays its base. */
export function useEditedUser(texts: { saved: () => void; failed: (reason: string) => string }) {
  const confirm = useConfirm();
  const [isOpen, setIsOpen] = useState(false);
  const editor = useRecordForm<UserRecord, RowDraft>({
    record: null,
    valuesOf: draftOf,
    schema: rowDraft,
    async save(draft, version, opened) {
      const body = { ...changesOf(opened!, draft), version };
      return (await api(updateUser, { params: { id: opened!._id }, body })).body.data;
    },
    onSaved() {
      setIsOpen(false);
      texts.saved();
    },
    failureTitle: (message, { status }) => texts.failed(`${status} (${message})`),
    offlineTitle: texts.failed,
  });
  const opened = isOpen ? editor.base : null;
  const draft = editor.form.values;
  const dirty = opened !== null && Object.keys(changesOf(opened, draft)).length > 0;
  useUnsavedGuard(dirty);

  return {
    editor,
    editing:
      opened &&
      ({
        opened,
        draft,
        // The row closes once it is saved, and what was typed meanwhile would go with it.
        change: (part) => !editor.busy && editor.form.setValues(part),
      } satisfies Editing),
    async open(user: UserRecord): Promise<void> {
      if (dirty && !(await confirm(leaveQuestion))) return;
      editor.adopt(user);
      setIsOpen(true);
    },
    close(): void {
      editor.discard();
      setIsOpen(false);
    },
    async save(): Promise<void> {
      if (dirty) await editor.submit();
      else setIsOpen(false);
    },
  };
}
