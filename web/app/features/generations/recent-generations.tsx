import { Link } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import { type Generation, listGenerations } from "#contract/generations.ts";
import { useCall } from "#web/api/query.tsx";
import { isFinished, whileGoingOn } from "#web/features/generations/follow-generation.ts";
import css from "#web/features/generations/recent-generations.module.css";
import { keptFirst, ThumbnailImage } from "#web/features/generations/thumbnail-image.tsx";
import { knownStyle, TitleCard } from "#web/features/generations/title-card.tsx";
import { useBalanceAfterRuns } from "#web/features/generations/use-balance-after-runs.ts";
import { EmptyState } from "#web/ui/states.tsx";

export const recentQuery = { page: 1, pageSize: 5 } as const;

const pairSizes = "(width >= 768px) 350px, 76vw";

type Loaded = ApiAnswer<typeof listGenerations> | undefined;

function useRecent(loaded: Loaded) {
  const list = useCall(listGenerations, { query: recentQuery }, { loaded, refetchInterval: whileGoingOn });
  return {
    generations: list.data ?? [],
    total: list.total ?? 0,
    failed: list.isError && !list.data,
  };
}

/** The newest pair of thumbnails, laid over each other like prints on a bench; lettered plates before the first. */
export function LatestPair({ loaded }: { loaded: Loaded }) {
  const { generations } = useRecent(loaded);
  const latest = generations.find((generation) => generation.stage === "done");
  const [front, back] = latest ? keptFirst(latest) : [];
  return (
    <div className={css.pair} aria-hidden="true">
      <div className={css.back}>
        {back ? (
          <ThumbnailImage image={back} sizes={pairSizes} alt="" />
        ) : (
          <TitleCard title="Or like this" look="playful" />
        )}
      </div>
      <div className={css.front}>
        {front ? (
          <ThumbnailImage image={front} sizes={pairSizes} alt="" />
        ) : (
          <TitleCard title="Your first title" look="bold" />
        )}
      </div>
    </div>
  );
}

/**
 * The newest generations, each leading to the generator with that generation open. `credits`: there are enough for
 * another one.
 */
export function RecentGenerations({ loaded, credits }: { loaded: Loaded; credits: boolean }) {
  const { generations, total, failed } = useRecent(loaded);
  useBalanceAfterRuns(generations);
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
        {total > 0 && <Link to="/user/gallery">Gallery</Link>}
      </div>
      {generations.length === 0 && (
        <EmptyState compact title="No thumbnails yet" level={3}>
          {credits
            ? "Your first two are one video title away. They will wait here for you."
            : "Choose a package, then type a title. Your first two will wait here for you."}
        </EmptyState>
      )}
      <ul className={css.strip}>
        {generations.slice(0, 4).map((generation, at) => (
          <li key={generation.id}>
            <Link to={`/user/generate-image?run=${generation.id}`} className={css.run}>
              <GenerationPicture generation={generation} load={at === 0 ? "first" : "near"} />
              <span className={css.name}>{generation.title}</span>
              {generation.stage === "failed" && (
                <span className={css.state}>Failed, nothing was charged</span>
              )}
              {!isFinished(generation) && <span className={css.state}>In progress</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function GenerationPicture({ generation, load }: { generation: Generation; load: "first" | "near" }) {
  const [image] = keptFirst(generation);
  if (!image)
    return (
      <TitleCard
        title={generation.title}
        look={knownStyle(generation.style)}
        heating={!isFinished(generation)}
      />
    );
  return <ThumbnailImage image={image} sizes="(width >= 768px) 260px, 92vw" alt="" load={load} />;
}
