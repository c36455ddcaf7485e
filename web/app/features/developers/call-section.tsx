import type { ReactNode } from "react";
import { CodeBlock } from "#web/features/developers/code-block.tsx";
import styles from "#web/features/developers/developers.module.css";
import { FieldList } from "#web/features/developers/field-list.tsx";
import type { CallEntry, CallGroup } from "#web/features/developers/reference.ts";
import type { FieldRow } from "#web/features/developers/schema-fields.ts";

/** The calls of one noun; `children`: what has to be known before. */
export function CallGroupSection({ group, children }: { group: CallGroup; children?: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={group.id}>
      <h2 id={group.id}>{group.title}</h2>
      {children}
      <ul className={styles.scopes}>
        {group.scopes.map(({ name, text }) => (
          <li key={name}>
            <code>{name}</code> {text}.
          </li>
        ))}
      </ul>
      <ul className={styles.index} aria-label={`Calls of ${group.title}`}>
        {group.calls.map(({ id, title, method, path }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>{" "}
            <code>
              {method} {path}
            </code>
          </li>
        ))}
      </ul>
      {group.calls.map((call) => (
        <CallSection key={call.id} call={call} />
      ))}
    </section>
  );
}

function CallSection({ call }: { call: CallEntry }) {
  const { id, title, method, path, summary, scope, parameters, body, answer, errors, limit, example } = call;
  return (
    <article className={styles.call} aria-labelledby={id}>
      <div className={styles.told}>
        <h3 id={id}>{title}</h3>
        <p className={styles.address}>
          <span className={styles.method}>{method}</span> <code>{path}</code>
        </p>
        <p>{summary}</p>
        <p className={styles.facts}>
          Scope <code>{scope}</code>
          {limit && <>. At most {limit}.</>}
        </p>
        <Fields title="Parameters" rows={parameters} isSent />
        <Fields title="Body" rows={body} isSent />
        <Fields title="Answer" rows={answer} />
        {errors.length > 0 && (
          <p className={styles.facts}>
            Errors of its own:{" "}
            {errors.map((code, at) => (
              <span key={code}>
                {at > 0 && ", "}
                <a href={`#${code}`}>
                  <code>{code}</code>
                </a>
              </span>
            ))}
          </p>
        )}
      </div>
      <div className={styles.shown}>
        <CodeBlock label={`${title}: request`} code={call.curl} />
        {example.text === null ? (
          <p className={styles.facts}>
            Answer: <code>{example.status}</code> with a file, <code>{example.type}</code>.
          </p>
        ) : (
          <CodeBlock label={`${title}: answer, ${example.status}`} code={example.text} />
        )}
      </div>
    </article>
  );
}

/** A long list of what comes back is opened by whoever wants it; what is to be sent is open. */
function Fields({ title, rows, isSent = false }: { title: string; rows: FieldRow[]; isSent?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <details className={styles.details} open={isSent}>
      <summary>
        {title}: {rows.length === 1 ? "one field" : `${rows.length} fields`}
      </summary>
      <FieldList rows={rows} isSent={isSent} />
    </details>
  );
}

export function ObjectsSection({
  objects,
}: {
  objects: { id: string; title: string; fields: FieldRow[] }[];
}) {
  return (
    <section className={styles.section} aria-labelledby="objects">
      <h2 id="objects">Objects</h2>
      <p>What several calls answer, or take, told once.</p>
      {objects.map(({ id, title, fields }) => (
        <article key={id} className={styles.call} aria-labelledby={id}>
          <div className={styles.told}>
            <h3 id={id}>{title}</h3>
            <FieldList rows={fields} />
          </div>
        </article>
      ))}
    </section>
  );
}
