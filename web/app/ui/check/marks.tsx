import { useEffect, useRef } from "react";
import type { Finding } from "#drawing/check/finding.ts";
import type { Candidate } from "#web/ui/check/candidate.ts";
import css from "#web/ui/check/marks.module.css";
import { sentenceOf } from "#web/ui/check/sentences.ts";

/** What a fault's 'Fix' does; null where it can't be mended so. */
export type FixOf = (finding: Finding) => (() => void) | null;

/** What a machine can say of each picture, faults first. */
export function Marks(props: { candidates: readonly Candidate[]; alike: Finding | null; fixOf?: FixOf }) {
  const { alike, fixOf } = props;
  const candidates = props.candidates.filter(({ findings }) => findings?.length !== 0);
  return (
    <div className={css.marks}>
      {candidates.map(({ key, name, findings, problem, onRetry }) => (
        <section key={key} className={css.of} aria-label={`Marks of ${name}`}>
          {candidates.length > 1 && <p className={css.name}>{name}</p>}
          {problem ? (
            <p role="alert" className={css.problem}>
              {problem}{" "}
              {onRetry && (
                <button type="button" className={css.fix} onClick={onRetry}>
                  Try again
                </button>
              )}
            </p>
          ) : findings ? (
            <List findings={findings} fixOf={fixOf} />
          ) : (
            <p className={css.wait}>Measuring…</p>
          )}
        </section>
      ))}
      {alike && (
        <section className={css.both} aria-label="Marks of both">
          <List findings={[alike]} fixOf={undefined} />
        </section>
      )}
    </div>
  );
}

const order = { bad: 0, unknown: 1, good: 2 };
const words = { bad: "Fault", unknown: "Unknown", good: "Good" };

function List({ findings, fixOf }: { findings: readonly Finding[]; fixOf: FixOf | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  const isFixing = useRef(false);
  // The button that was pressed is gone with its fault: the keyboard goes on from here.
  useEffect(() => {
    if (!isFixing.current || list.current?.contains(document.activeElement)) return;
    isFixing.current = false;
    list.current?.focus({ preventScroll: true });
  });
  const sorted = findings.toSorted((a, b) => order[a.mark] - order[b.mark]);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise.
    <ul role="list" className={css.list} ref={list} tabIndex={-1}>
      {sorted.map((finding) => {
        const { said, advice } = sentenceOf(finding);
        const fix = finding.mark === "bad" ? fixOf?.(finding) : null;
        return (
          <li key={`${finding.what} ${finding.layer?.id}`} className={css.mark} data-mark={finding.mark}>
            <Sign mark={finding.mark} />
            <p>
              <span className="visually-hidden">{words[finding.mark]}: </span>
              {said}
              {advice && <span className={css.advice}> {advice}</span>}
            </p>
            {fix && (
              <button
                type="button"
                className={css.fix}
                onClick={() => {
                  isFixing.current = true;
                  fix();
                }}
              >
                Fix<span className="visually-hidden">: {said}</span>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const drawings = {
  bad: <path d="M12 5v9M12 18.500v.5" />,
  unknown: <path d="M8.500 9a3.500 3.500 0 1 1 5 3.200c-1 .5-1.500 1.200-1.500 2.300M12 18.500v.5" />,
  good: <path d="M6 12.500l4 4 8-9" />,
};

function Sign({ mark }: { mark: Finding["mark"] }) {
  return (
    <svg className={css.sign} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {drawings[mark]}
    </svg>
  );
}
