import styles from "#web/features/developers/developers.module.css";
import { objectId } from "#web/features/developers/reference.ts";
import type { FieldRow } from "#web/features/developers/schema-fields.ts";

/** Fields one below the other, so that a phone has room for them; `isSent` says which must be there. */
export function FieldList({ rows, isSent = false }: { rows: readonly FieldRow[]; isSent?: boolean }) {
  return (
    <dl className={styles.fields}>
      {rows.map(({ name, type, object, isRequired, limits, text }) => (
        <div key={name} className={styles.field}>
          <dt>
            <code>{name}</code>{" "}
            <span className={styles.type}>{object ? <TypeLink type={type} object={object} /> : type}</span>
            {isSent && isRequired && <span className={styles.required}> required</span>}
            {!isSent && !isRequired && <span className={styles.type}>, may be missing</span>}
          </dt>
          {(limits || text) && (
            <dd>
              {text} {limits && <span className={styles.limits}>{sentence(limits)}</span>}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function TypeLink({ type, object }: { type: string; object: string }) {
  const [before, after] = type.split(object);
  return (
    <>
      {before}
      <a href={`#${objectId(object)}`}>{object}</a>
      {after}
    </>
  );
}

const sentence = (limits: string) => `${limits.replace(/^./, (letter) => letter.toUpperCase())}.`;
