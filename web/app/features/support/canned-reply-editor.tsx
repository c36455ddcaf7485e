import { Alert, Button, Group, Textarea, TextInput } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import {
  type CannedReply,
  cannedReplyForm,
  postCannedReply,
  putCannedReply,
} from "#contract/canned-replies.ts";
import { ApiError, api } from "#web/api/client.ts";
import styles from "#web/features/support/canned-replies.module.css";
import { readDraft, writeDraft } from "#web/features/support/draft.ts";

type Form = Pick<CannedReply, "title" | "body">;

function keptForm(place: string): Form | null {
  try {
    const { title, body } = JSON.parse(readDraft(place)) as Form;
    return typeof title === "string" && typeof body === "string" ? { title, body } : null;
  } catch {
    return null;
  }
}

/** What was typed outlives a closed dialog and a reload, until it is saved or cancelled. */
export function CannedReplyEditor(props: {
  reply: CannedReply | null;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { reply } = props;
  const place = `support-draft:canned:${reply?._id ?? "new"}`;
  const [values, setValues] = useState(
    () => keptForm(place) ?? { title: reply?.title ?? "", body: reply?.body ?? "" },
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  function type(change: Partial<Form>) {
    const next = { ...values, ...change };
    setValues(next);
    writeDraft(place, JSON.stringify(next));
  }

  function end(then: () => void) {
    writeDraft(place, "");
    then();
  }

  async function save() {
    const checked = cannedReplyForm.safeParse(values);
    if (!checked.success) {
      setErrors(
        Object.fromEntries(checked.error.issues.map((issue) => [String(issue.path[0]), issue.message])),
      );
      return;
    }
    setBusy(true);
    try {
      if (reply) await api(putCannedReply, { params: { id: reply._id }, body: checked.data });
      else await api(postCannedReply, { body: checked.data });
      end(props.onDone);
    } catch (error) {
      setErrors({ form: error instanceof ApiError ? error.message : "It could not be saved." });
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) save();
      }}
    >
      {errors.form && (
        <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
          {errors.form}
        </Alert>
      )}
      <TextInput
        label="Title"
        data-autofocus
        required
        maxLength={200}
        value={values.title}
        error={errors.title}
        onChange={(event) => type({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Text"
        description="{name} and {subject} are filled in from the ticket."
        required
        minRows={5}
        maxRows={14}
        maxLength={5000}
        value={values.body}
        error={errors.body}
        onChange={(event) => type({ body: event.currentTarget.value })}
      />
      <Group gap="sm">
        <Button type="submit" aria-disabled={busy || undefined} data-busy={busy || undefined}>
          {busy ? "Saving..." : "Save"}
        </Button>
        <Button variant="default" onClick={() => end(props.onCancel)}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
