import { Link } from "react-router";
import { CodeBlock } from "#web/features/developers/code-block.tsx";
import styles from "#web/features/developers/developers.module.css";
import type { Facts } from "#web/features/developers/facts.ts";

/** What stands before the calls, in the order of the contents. */
export const guideTitles = [
  { id: "start", title: "Start in five lines" },
  { id: "keys", title: "Keys" },
  { id: "requests", title: "Requests and answers" },
  { id: "idempotency", title: "Sending once" },
  { id: "limits", title: "Limits" },
  { id: "errors", title: "Errors" },
] as const;

function GuideSection(props: { id: (typeof guideTitles)[number]["id"]; children: React.ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={props.id}>
      <h2 id={props.id}>{guideTitles.find(({ id }) => id === props.id)!.title}</h2>
      {props.children}
    </section>
  );
}

export function Guide({ facts }: { facts: Facts }) {
  return (
    <>
      <GuideSection id="start">
        <p>
          <Link to="/user/developers">Make a key</Link> with the scopes <code>runs:read</code> and{" "}
          <code>runs:write</code>, put it into the first line, and run these in a terminal:
        </p>
        <CodeBlock label="From nothing to two thumbnails" code={facts.start} wraps />
        <ol className={styles.steps}>
          <li>Says where the shop is and who you are.</li>
          <li>
            Starts a run, which takes its credits, and keeps its id. Sent again with the same{" "}
            <code>Idempotency-Key</code> it is the same run and takes nothing.
          </li>
          <li>
            Waits: events tell how it goes, and the stream ends when it is over. It may break off before: as
            long as the last event's <code>stage</code> is neither done nor failed, ask again. In place of it
            you can ask <a href="#read-a-run">GET /api/generations/&#123;id&#125;</a> every few seconds.
          </li>
          <li>Downloads the first picture, a PNG of 1280×720, if the run is done.</li>
          <li>Downloads the second.</li>
        </ol>
        <p>
          If the second line finds no id, run it without what follows the bar: the answer says what is wrong.
          A run that fails gives its credits back by itself.
        </p>
      </GuideSection>
      <GuideSection id="keys">
        <p>
          A key is sent as <code>Authorization: Bearer ts_…</code>, never in an address, and opens the calls
          of the scopes that it was made with. It acts for one account and sees what is that account's own. No
          key opens payments, the profile, sign-in or other keys. A key ends after {facts.keyLifetimes} days,
          or never, as you choose; an account has at most {facts.mostKeys} of them.
        </p>
        <p>
          Keep it on a server: whoever has it spends your credits. No page of another site can use it, since
          answers carry no CORS headers. Give each program a key of its own with the scopes that it needs, and
          revoke it at <Link to="/user/developers">Developers</Link> when you no longer use it. Whoever finds
          a key in public can revoke it with nothing but the key:
        </p>
        <CodeBlock label="Revoke a key that was found" code={facts.revoke} wraps />
        <p>The answer is 204 whether there was such a key or not.</p>
      </GuideSection>
      <GuideSection id="requests">
        <p>
          Bodies and answers are JSON in UTF-8. An answer is{" "}
          <code>&#123; "success": true, "data": … &#125;</code>; what is told below as the answer is in it,
          unless it is a file or a list alone, as that of credit entries. Moments are UTC as ISO 8601. An
          address that begins with / is of this shop. A field that this page does not name may be added to an
          answer at any time; in a body one that is not known is refused, in a query it is ignored. What comes
          with an <code>ETag</code> is answered 304 to <code>If-None-Match</code> as long as it is the same.
        </p>
        <p>
          Long lists take <code>page</code>, <code>pageSize</code>, <code>sort</code>, <code>order</code> and{" "}
          <code>q</code>, tell how many there are by <code>X-Total-Count</code>, and link to the next page by{" "}
          <code>Link</code>. The newest come first: what is added while you page shows the end of one page
          again on the next, and nothing twice with <code>order=asc</code>. The examples name ids as the shell
          does: <code>$RUN</code>, <code>$PICTURE</code>, <code>$DESIGN</code>, <code>$REFERENCE</code>,{" "}
          <code>$WEBHOOK</code> and <code>$DELIVERY</code> are what earlier answers called <code>id</code>.
          Each was run against this version of the shop, and each answer is the one that came back, but for
          ids and times.
        </p>
        <p>
          The same as a file for tools: <a href="/api/openapi.json">OpenAPI 3.1</a>.
        </p>
      </GuideSection>
      <GuideSection id="idempotency">
        <p>
          A network can break after the shop has heard you. Whatever starts a run needs{" "}
          <code>Idempotency-Key</code>: a text of your own of at most 100 characters, a new one for each run
          that you want. A second request with it is answered with the run of the first, and no credit is
          taken again; one that asks for something else, or whose run you deleted, is 409{" "}
          <code>CONFLICT</code>. So after a timeout, a 429 or a 5xx you send the same again. Calls that name
          no such header, as those that make a design or a reference, ignore it: look for what they made
          before you send them again.
        </p>
      </GuideSection>
      <GuideSection id="limits">
        <p>
          A key has {facts.callsAMinute} calls a minute. Answers to a key say in <code>RateLimit</code> how
          many are left (<code>r</code>) and in how many seconds they are all there again (<code>t</code>
          ); one too many is 429 with <code>Retry-After</code>. Calls that have a limit of their own say so.
        </p>
        <dl className={styles.limitsList}>
          {facts.limits.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </GuideSection>
      <GuideSection id="errors">
        <p>
          What did not succeed has a status of 400 or more and{" "}
          <code>&#123; "success": false, "code": …, "message": …, "fields": …, "requestId": … &#125;</code>.
          Decide by <code>code</code>; <code>message</code> is for people and may change. Where an input is
          wrong, <code>fields</code> has a sentence for each field.
        </p>
        <dl className={styles.errors}>
          {facts.errors.map(({ code, status, message, advice }) => (
            <div key={code} id={code}>
              <dt>
                <code>{code}</code> <span className={styles.type}>{status}</span>
              </dt>
              <dd>
                <q>{message}</q> {advice}
              </dd>
            </div>
          ))}
        </dl>
      </GuideSection>
    </>
  );
}
