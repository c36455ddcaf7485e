import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type CannedReply,
  getCannedReplies,
  postCannedReply,
  putCannedReply,
} from "#contract/canned-replies.ts";
import { api } from "#web/api/client.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import styles from "#web/features/support/canned-replies.module.css";
import { requestPlace } from "#web/features/support/draft.ts";
import { useSchema } from "#web/ui/check-values.ts";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import { FailureNotice } from "#web/ui/editing/notices.tsx";
import { useAddOnce } from "#web/ui/editing/use-add-once.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { Textarea, TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { readText, writeText } from "#web/ui/storage.ts";

type Form = Pick<CannedReply, "title" | "body">;
/** What was typed, and the reply it was typed over: a draft does not apply to a newer reply. */
type Draft = Form & { base?: CannedReply | null };

function keptDraft(place: string): Draft | null {
  try {
    const draft = JSON.parse(readText(place)) as Draft;
    return typeof draft.title === "string" && typeof draft.body === "string" ? draft : null;
  } catch {
    return null;
  }
}

/** What was typed outlives a closed dialog and a reload, until it is saved or cancelled. */
export function CannedReplyEditor(props: {
  reply: CannedReply | null;
  onSaved: () => void;
  onClose: () => void;
}) {
  const place = `support-draft:canned:${props.reply?._id ?? "new"}`;
  const [kept] = useState(() => keptDraft(place));
  const [reply] = useState(kept?.base ?? props.reply);
  const isHere = useIsHere();
  const client = useQueryClient();
  const add = useAddOnce(
    async (body: Form, idempotencyKey) =>
      (await api(postCannedReply, { body: { ...body, idempotencyKey } })).body.data,
    { onUnanswered: props.onSaved, place: requestPlace(place) },
  );
  const editor = useRecordForm<CannedReply, Form>({
    record: reply,
    valuesOf: (record) => ({ title: record?.title ?? "", body: record?.body ?? "" }),
    check: useSchema(async () => (await import("#contract/canned-reply-form.ts")).cannedReplyForm),
    save: async (body, version) =>
      reply
        ? (await api(putCannedReply, { params: { id: reply._id }, body: { ...body, version } })).body.data
        : add(body),
    store: (saved) => storeEntry(client, getCannedReplies, saved),
    onSaved() {
      writeText(place, "");
      props.onSaved();
      // Whoever left a slow save may have another one open by now.
      if (isHere()) props.onClose();
    },
    failureTitle: (message) => message,
  });
  const { form, base } = editor;
  const { title, body } = form.values;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is put in once.
  useEffect(() => {
    if (kept) form.setValues({ title: kept.title, body: kept.body });
  }, []);

  useEffect(() => {
    writeText(place, editor.dirty ? JSON.stringify({ title, body, base } satisfies Draft) : "");
  }, [place, editor.dirty, title, body, base]);

  return (
    <form
      noValidate
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (!editor.busy) void editor.submit();
      }}
    >
      <FailureNotice failure={editor.failure} />
      <ConflictNotice editor={editor} subject={undefined} onOverwrite={editor.overwrite} />
      <TextInput label="Title" data-autofocus required maxLength={200} {...form.getInputProps("title")} />
      <Textarea
        label="Text"
        description="{name} and {subject} are filled in from the ticket."
        required
        minRows={5}
        maxRows={14}
        maxLength={5000}
        {...form.getInputProps("body")}
      />
      <Group gap="sm">
        <Button type="submit" busy={editor.busy}>
          {editor.busy ? "Saving..." : "Save"}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            writeText(place, "");
            props.onClose();
          }}
        >
          Cancel
        </Button>
      </Group>
    </form>
  );
}
