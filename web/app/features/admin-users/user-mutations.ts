import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { deleteUser, listUsers, type UserRecord, updateUser } from "#contract/users.ts";
import { ApiError, api } from "#web/api/client.ts";
import { sameRequest } from "#web/api/same-request.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import type { RowDraft } from "#web/features/admin-users/row-draft.ts";
import { changesOf, checkedPart, draftOf, lacksReason } from "#web/features/admin-users/user-row.ts";
import { type CheckValues, useSchema } from "#web/ui/check-values.ts";
import { leaveQuestion, useConfirm } from "#web/ui/confirm.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { useUnsavedGuard } from "#web/ui/leave-guard.tsx";

export type Editing = {
  /** As the person was when the row was opened. */
  opened: UserRecord;
  draft: RowDraft;
  change: (part: Partial<RowDraft>) => void;
};

/**
 * The edited row, one at a time. Its base stays as it was opened when the list is fetched again. `saved` hears of each
 * row that was, also of one that was left meanwhile.
 */
export function useEditedUser(texts: { saved: () => void; failed: (reason: string) => string }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const [isOpen, setIsOpen] = useState(false);
  const [requestOf] = useState(requestsByUser);
  const checkDraft = useSchema(async () => (await import("#web/features/admin-users/row-draft.ts")).rowDraft);
  const check: CheckValues<RowDraft> = (draft) => checkDraft(checkedPart(editor.base!, draft));
  const store = (user: UserRecord) => storeEntry(client, listUsers, user);
  const editor = useRecordForm<UserRecord, RowDraft>({
    record: null,
    valuesOf: draftOf,
    check,
    async save(draft, version, opened) {
      const params = { id: opened!._id };
      const asked = changesOf(opened!, draft);
      const request = requestOf(params.id);
      const isBooked = asked.balanceChange !== undefined;
      const once = isBooked ? { idempotencyKey: request.keyFor({ ...params, ...asked }) } : {};
      try {
        const { body } = await api(updateUser, { params, body: { ...asked, ...once, version } });
        request.answered();
        // Here, too: the row may have been left.
        store(body.data);
        texts.saved();
        return body.data;
      } catch (error) {
        request.answered(error);
        throw error;
      }
    },
    store,
    onSaved: () => setIsOpen(false),
    failureTitle: (message, { status }) => texts.failed(`${status} (${message})`),
    offlineTitle: texts.failed,
  });
  const opened = isOpen ? editor.base : null;
  const draft = editor.form.values;
  const [refusal, setRefusal] = useState<string | null>(null);
  const dirty = opened !== null && Object.keys(changesOf(opened, draft)).length > 0;
  useUnsavedGuard(dirty);

  return {
    editor,
    /** Why nothing was sent. */
    refusal,
    dismiss(): void {
      setRefusal(null);
      editor.dismiss();
    },
    editing:
      opened &&
      ({
        opened,
        draft,
        // The row closes once it is saved: what was typed meanwhile would be lost.
        change: (part) => !editor.busy && editor.form.setValues(part),
      } satisfies Editing),
    async open(user: UserRecord): Promise<void> {
      if (dirty && !(await confirm(leaveQuestion))) return;
      setRefusal(null);
      editor.adopt(user);
      setIsOpen(true);
    },
    close(): void {
      setRefusal(null);
      editor.discard();
      setIsOpen(false);
    },
    async save(): Promise<void> {
      // A value that is wrong in itself is told first, by the form.
      const isSound = dirty && Object.keys(await check(draft)).length === 0;
      const isMute = isSound && lacksReason(changesOf(opened, draft));
      setRefusal(isMute ? "Please enter a reason for the change of the balance" : null);
      if (isMute) return;
      if (dirty) await editor.submit();
      else setIsOpen(false);
    },
  };
}

/** A row that was left may still be on its way while another one is sent. */
function requestsByUser() {
  const requests = new Map<string, ReturnType<typeof sameRequest>>();
  return (id: string) => {
    const request = requests.get(id) ?? sameRequest();
    requests.set(id, request);
    return request;
  };
}

interface Notice {
  kind: "success" | "error";
  text: string;
}

const successMilliseconds = 3000;

/** Disabling and deleting users, with the documented banners: a success hides itself, an error stays. */
export function useUserActions() {
  const client = useQueryClient();
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (notice?.kind !== "success") return;
    const timer = setTimeout(() => setNotice(null), successMilliseconds);
    return () => clearTimeout(timer);
  }, [notice]);

  const settle = {
    onSettled: () => client.invalidateQueries({ queryKey: [listUsers.path] }),
  };
  const disable = useMutation({
    mutationFn: ({ user, disabled }: { user: UserRecord; disabled: boolean }) =>
      api(updateUser, { params: { id: user._id }, body: { disabled } }),
    onSuccess({ body }) {
      storeEntry(client, listUsers, body.data);
      setNotice({ kind: "success", text: "User updated successfully" });
    },
    onError: (error) => setNotice({ kind: "error", text: `Failed to update user: ${reasonOf(error)}` }),
    ...settle,
  });
  const remove = useMutation({
    mutationFn: (user: UserRecord) => api(deleteUser, { params: { id: user._id } }),
    onSuccess: () => setNotice({ kind: "success", text: "User deleted successfully" }),
    onError: (error) => setNotice({ kind: "error", text: `Failed to delete user: ${reasonOf(error)}` }),
    ...settle,
  });
  return {
    notice,
    dismiss: () => setNotice(null),
    saved() {
      setNotice({ kind: "success", text: "User updated successfully" });
      settle.onSettled();
    },
    disable,
    remove,
  };
}

/** The documented text: the status, with the server's message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "unknown";
  return error.status === 0 ? error.message : `${error.status} (${error.message})`;
}
