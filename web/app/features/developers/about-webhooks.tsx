import { Link } from "react-router";
import { CodeBlock } from "#web/features/developers/code-block.tsx";
import styles from "#web/features/developers/developers.module.css";
import type { Facts } from "#web/features/developers/facts.ts";
import { FieldList } from "#web/features/developers/field-list.tsx";
import type { Reference } from "#web/features/developers/reference.ts";

/** What a receiver has to know, before the calls by which one is named. */
export function AboutWebhooks(props: { facts: Facts["webhooks"]; messages: Reference["messages"] }) {
  const { facts, messages } = props;
  return (
    <>
      <p>
        In place of asking whether a run is over, let the shop tell your server. Name an address at{" "}
        <Link to="/user/developers">Developers</Link> or by the first call below: https, on the public
        internet, on port 443 or one from 1024 on. Redirects are not followed.
      </p>
      <p>
        A message is a POST of JSON as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> has
        it: <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>, signed
        with the secret that begins with <code>whsec_</code>. Verify it before you believe it, by one of their
        libraries, which also refuses what is older than five minutes. In Node, as receive.mjs:
      </p>
      <CodeBlock label="Receive and verify" code={facts.receiver} />
      <CodeBlock label="Start the receiver" code={facts.startReceiver} wraps />
      <p>
        Answer with a status from 200 to 299 within 10 seconds, and work afterwards. Anything else is tried
        nine times more within a day, each time under the same <code>webhook-id</code>: keep the ids that you
        have seen, since a message can come twice, and messages can overtake each other. An address at which
        nothing arrives for {facts.failingDays} days is switched off, and you get a mail. Deliveries are kept
        for {facts.deliveryDays} days and can be sent again. After a change of the secret both sign for{" "}
        {facts.overlapHours} hours.
      </p>
      {messages.map(({ type, fields, example }) => (
        <article key={type} className={styles.call} aria-labelledby={`message-${type}`}>
          <div className={styles.told}>
            <h3 id={`message-${type}`}>{type}</h3>
            <p>{meanings[type]}</p>
            {fields.length > 0 && <FieldList rows={fields} />}
          </div>
          {example !== null && (
            <div className={styles.shown}>
              <CodeBlock label={`${type}: message`} code={example} />
            </div>
          )}
        </article>
      ))}
    </>
  );
}

const meanings: Record<string, string> = {
  "run.done":
    "A run is done. Its pictures are downloaded with a key that has runs:read; where one names a design, that has the words, and needs designs:read.",
  "run.failed": "A run has failed, and its credits are back.",
  "balance.low": "Your balance fell to the number that the webhook names, or below.",
  "webhook.test": "Sent at your word alone. Its data is empty.",
};
