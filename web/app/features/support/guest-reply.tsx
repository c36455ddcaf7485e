import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { type GuestConversation, postGuestReply } from "#contract/support-guest.ts";
import { api, messageOf } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import { replyKeyBytes, requestPlace } from "#web/features/support/draft.ts";
import { GuestFiles } from "#web/features/support/guest-files.tsx";
import styles from "#web/features/support/guest-reply.module.css";
import { Attachments, MessageText } from "#web/features/support/message-body.tsx";
import { sendAsGuest, useUploads } from "#web/features/support/uploads.ts";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { PublicForm } from "#web/ui/public-form.tsx";
import { readText } from "#web/ui/storage.ts";
import { textDraft, useDraft } from "#web/ui/use-draft.ts";

/**
 * A visitor's conversation behind a mailed link, with a place to answer. Plain markup: it is a public page. `address` leads
 * to the shop's mail, for whoever can't send an answer.
 */
export function GuestReply(props: { token: string; loaded: GuestConversation; address: ReactNode }) {
  const { token, loaded, address } = props;
  const [conversation, setConversation] = useState(loaded);
  const { subject, message, createdAt, entries, userName } = conversation;
  const lines = [{ message, timestamp: createdAt, sender: "user" as const, attachments: [] }, ...entries];
  return (
    <article className={styles.page}>
      <h1 className={styles.title} dir="auto">
        {subject}
      </h1>
      <ol className={styles.lines}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a conversation only ever grows at its end.
          <li key={index} className={styles.line} data-own={line.sender === "user" || undefined}>
            <p className={styles.head}>
              <strong>{line.sender === "user" ? userName : "Support"}</strong>{" "}
              <FormattedDate at={line.timestamp} time />
            </p>
            <MessageText text={line.message} className={styles.text} />
            <Attachments files={line.attachments} />
          </li>
        ))}
      </ol>
      <ReplyForm token={token} address={address} onSent={setConversation} />
    </article>
  );
}

function ReplyForm(props: {
  token: string;
  address: ReactNode;
  onSent: (conversation: GuestConversation) => void;
}) {
  const { token, address, onSent } = props;
  const place = `support-draft:guest:${token.split(".")[0]}`;
  const [text, setText] = useDraft(place, textDraft);
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const [problem, setProblem] = useState<string | null>(null);
  const isHere = useIsHere();
  const request = useSameRequest(replyKeyBytes, requestPlace(place));
  const uploads = useUploads(
    place,
    useMemo(() => sendAsGuest(token), [token]),
  );

  function type(next: string) {
    setText(next);
    setState("idle");
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (state === "sending" || uploads.busy) return;
    setState("idle");
    if (text.trim() === "") {
      setProblem("Please enter your message");
      return;
    }
    if (uploads.problem) {
      setProblem(uploads.problem);
      return;
    }
    setState("sending");
    setProblem(null);
    try {
      const { ids } = uploads;
      const key = request.keyFor([text, ids]);
      const body = { token, key, message: text, attachments: ids };
      const answer = await api(postGuestReply, { body });
      request.answered();
      onSent(answer.body.data);
      // What was typed since into a form that was opened again stays.
      if (isHere() || readText(place) === text) setText("");
      uploads.clear(ids);
      setState("sent");
    } catch (error) {
      request.answered(error);
      setProblem(messageOf(error, "Something went wrong. Please try again."));
      setState("idle");
    }
  }

  return (
    <PublicForm className={styles.form} onSubmit={send} instead={address}>
      <label htmlFor="guest-message">Your message</label>
      <textarea
        id="guest-message"
        rows={6}
        maxLength={5000}
        value={text}
        readOnly={state === "sending"}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? "guest-problem" : undefined}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {problem && (
        <p id="guest-problem" role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <GuestFiles uploads={uploads} disabled={state === "sending"} />
      <div className={styles.bar}>
        <button
          type="submit"
          className={styles.send}
          aria-disabled={state === "sending" || uploads.busy || undefined}
        >
          {state === "sending" ? "Sending..." : "Send Message"}
        </button>
        <span role="status">{state === "sent" && "Message Sent Successfully! We answer by mail."}</span>
      </div>
    </PublicForm>
  );
}
