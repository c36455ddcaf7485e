import { Link } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import { listGenerations } from "#contract/generations.ts";
import { useCall } from "#web/api/query.tsx";
import { lookOf } from "#web/features/generation/look.ts";
import css from "#web/features/generation/recent-runs.module.css";
import { isFinished, type Run } from "#web/features/generation/run.ts";
import { TitlePlate } from "#web/features/generation/title-plate.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

export const recentQuery = { page: 1, pageSize: 5 } as const;

type Loaded = ApiAnswer<typeof listGenerations> | undefined;

function useRecent(loaded: Loaded) {
  const list = useCall(listGenerations, { query: recentQuery }, { loaded });
  return {
    runs: list.data ?? [],
    total: list.total ?? 0,
    failed: list.isError && !list.data,
  };
}

/** The newest pair of thumbnails, laid over each other like prints on a bench; lettered plates before the first. */
export function LatestPair({ loaded }: { loaded: Loaded }) {
  const { runs } = useRecent(loaded);
  const latest = runs.find((run) => run.stage === "done");
  const [front, back] = latest?.images ?? [];
  return (
    <div className={css.pair} aria-hidden="true">
      <div className={css.back}>
        {back ? (
          <img src={back.url} width={1280} height={720} alt="" />
        ) : (
          <TitlePlate title="Or like this" look="playful" />
        )}
      </div>
      <div className={css.front}>
        {front ? (
          <img src={front.url} width={1280} height={720} alt="" />
        ) : (
          <TitlePlate title="Your first title" look="bold" />
        )}
      </div>
    </div>
  );
}

/** The newest runs, each leading to the generator with that run open. */
export function RecentRuns({ loaded }: { loaded: Loaded }) {
  const { runs, total, failed } = useRecent(loaded);
  if (failed) {
    return (
      <p role="alert" className={css.failed}>
        Your recent thumbnails could not be loaded.
      </p>
    );
  }
  return (
    <section className={css.recent} aria-labelledby="recent-title">
      <div className={css.head}>
        <h2 id="recent-title" className={css.title}>
          Recent thumbnails
        </h2>
        {total > 0 && (
          <Link to="/user/generate-image#gallery">{total > runs.length ? `All ${total}` : "Gallery"}</Link>
        )}
      </div>
      {runs.length === 0 && (
        <EmptyState compact title="No thumbnails yet" level={3}>
          Your first two are one video title away. They will wait here for you.
        </EmptyState>
      )}
      <ul className={css.strip}>
        {runs.slice(0, 4).map((run) => (
          <li key={run.id}>
            <Link to={`/user/generate-image?run=${run.id}`} className={css.run}>
              <RunPicture run={run} />
              <span className={css.name}>{run.title}</span>
              {run.stage === "failed" && <span className={css.state}>Failed, nothing was charged</span>}
              {!isFinished(run) && <span className={css.state}>In progress</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RunPicture({ run }: { run: Run }) {
  const image = run.images[0];
  if (!image) return <TitlePlate title={run.title} look={lookOf(run.style)} heating={!isFinished(run)} />;
  return <img src={image.url} width={1280} height={720} alt="" loading="lazy" decoding="async" />;
}
