import styles from "#web/ui/editing/comparison.module.css";
import {
  type Difference,
  differences,
  labelOfPath,
  lineChanges,
  shownValue,
} from "#web/ui/editing/differences.ts";

const longText = 160;

/** Two states of a record beside each other, showing only the fields that differ. */
export function Comparison(props: {
  before: unknown;
  after: unknown;
  beforeLabel: string;
  afterLabel: string;
}) {
  const found = differences(props.before, props.after);
  if (found.length === 0) return <p className={styles.same}>Both states are the same.</p>;
  return (
    <ul className={styles.list}>
      {found.map((difference) => (
        <li key={difference.path}>
          <p className={styles.name}>{labelOfPath(difference.path)}</p>
          {isLong(difference) ? (
            <LongDifference difference={difference} />
          ) : (
            <dl className={styles.pair}>
              <div>
                <dt>{props.beforeLabel}</dt>
                <dd data-kind="removed">{shownValue(difference.before)}</dd>
              </div>
              <div>
                <dt>{props.afterLabel}</dt>
                <dd data-kind="added">{shownValue(difference.after)}</dd>
              </div>
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

function isLong({ before, after }: Difference): boolean {
  return [before, after].some((value) => typeof value === "string" && value.length > longText);
}

function LongDifference({ difference }: { difference: Difference }) {
  const changes = lineChanges(String(difference.before ?? ""), String(difference.after ?? ""));
  return (
    <div className={styles.lines}>
      {changes.map((change, index) => {
        if (change.kind === "same") return null;
        const Tag = change.kind === "added" ? "ins" : "del";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one comparison never move.
          <Tag key={index} data-kind={change.kind}>
            {change.text}
          </Tag>
        );
      })}
    </div>
  );
}
