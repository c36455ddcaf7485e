import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import type { InputOf } from "#contract/call.ts";
import { listDesigns } from "#contract/designs.ts";
import { defaultNiche, defaultStyle, niches, styles } from "#contract/generation-options.ts";
import { createGeneration, type Generation, getGeneration } from "#contract/generations.ts";
import { api, hasCode, statusOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { mayBeDone, useSameRequest } from "#web/api/same-request.ts";
import css from "#web/features/designs/editor/change-art.module.css";
import { Section } from "#web/features/designs/editor/controls.tsx";
import { wayToCredits } from "#web/features/shell/may-buy.ts";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { ChangeFields, type ChangeWish } from "#web/ui/change-fields.tsx";
import { insufficientCredits } from "#web/ui/credit-words.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { smallUrl } from "#web/ui/preview-url.ts";
import type { useQueryInUrl } from "#web/ui/query-in-url.ts";
import { tabTextDraft, useDraft } from "#web/ui/use-draft.ts";

const askAgainMs = 1500;

/** What became of the last press. */
export interface ArtAsked {
  isStarting: boolean;
  refusal: { text: string; needsCredits: boolean } | null;
}

/** `query`, `asked` and `onAsked` are held by who stays: the panel may be closed before the answer to a press. */
export interface ArtSource {
  designId: string;
  runId: string | undefined;
  /** False where the latest change could not be saved, which the model would not see. */
  flush: () => Promise<boolean>;
  query: ReturnType<typeof useQueryInUrl>;
  asked: ArtAsked;
  onAsked: (asked: ArtAsked) => void;
}

/**
 * Has the model make a design's art anew. The design stays; what comes are two more, with its layers on top. The run is
 * in the address (?run=), so that a page that is loaded anew goes on with it.
 */
export function ChangeArt({ designId, runId, flush, query, asked, onAsked }: ArtSource) {
  const { user, shop, setBalance, refresh } = useViewer();
  const way = wayToCredits(user, "See the packages");
  const { isStarting, refusal } = asked;
  const changing = new URLSearchParams(query.search).get("run");
  const [wish, setWish] = useDraft(`${draftPrefix}change:${designId}`, tabTextDraft);
  const request = useSameRequest(undefined, `${draftPrefix}request:change:${designId}`);
  const made = useCall(getGeneration, { params: { id: runId ?? "" } }, { enabled: runId !== undefined });
  const run = useGenerationUnderWay(changing);

  /** A run that is gone tells nothing; with other words than those of one that is there, another change would be charged. */
  async function readMade() {
    if (runId === undefined) return {};
    if (made.data) return made.data;
    try {
      return (await api(getGeneration, { params: { id: runId } })).body.data;
    } catch (error) {
      if (statusOf(error) === 404) return {};
      throw new Error("What this design was made from could not be read. Please try again.");
    }
  }

  const answered = (refusal: ArtAsked["refusal"]) => onAsked({ isStarting: false, refusal });

  async function ask(told: ChangeWish) {
    if (user && user.currentBalance < shop.minimumBalance)
      return answered({ text: insufficientCredits(shop.cost), needsCredits: true });
    onAsked({ isStarting: true, refusal: null });
    try {
      if (!(await flush())) throw new Error("The latest change is not saved yet. Please try again.");
      const { title, niche, style }: Partial<Generation> = await readMade();
      const body: Omit<InputOf<typeof createGeneration>["body"], "idempotencyKey" | "cost"> = {
        niche: niches.find(({ value }) => value === niche)?.value ?? defaultNiche,
        style: styles.find((each) => each === style) ?? defaultStyle,
        source: { kind: "design", id: designId },
        // Else it is the design's name, which is the title with the picture's number.
        ...(title ? { title } : {}),
        ...told,
      };
      const idempotencyKey = request.keyFor(body);
      const started = await api(createGeneration, { body: { ...body, cost: shop.cost, idempotencyKey } });
      request.answered();
      setBalance(started.body.data.currentBalance);
      query.change({ run: started.body.data.id }, true);
      answered(null);
    } catch (error) {
      request.answered(error);
      answered(refusalOf(error));
      // A run may take another number of credits by now.
      refresh();
    }
  }

  return (
    <Section title="Change the art">
      {!run.isUnderWay && (
        <ChangeFields
          of="this picture"
          cost={shop.cost}
          wish={wish}
          onWish={setWish}
          onAsk={ask}
          busy={isStarting}
        />
      )}
      {refusal && (
        <div role="alert" className={css.refusal}>
          <p>{refusal.text}</p>
          {refusal.needsCredits && (
            <Button size="sm" component={Link} to={way.to}>
              {way.label}
            </Button>
          )}
        </div>
      )}
      {/* It stays: some screen readers say nothing of a status that comes with its words. */}
      <div role="status" className={css.status}>
        {run.isUnderWay && <GenerationProgressBar />}
        {run.designs.length > 0 &&
          "Two new designs are here, with your words on top. This one stays as it is."}
      </div>
      {run.failure && (
        <p role="alert" className={css.refusal}>
          {run.failure}
        </p>
      )}
      {run.designs.length > 0 && <NewDesigns designs={run.designs} />}
    </Section>
  );
}

/** Where the run may have begun all the same, the same press finds it. */
function refusalOf(error: unknown) {
  const needsCredits = hasCode(error, "INSUFFICIENT_CREDITS");
  const rest = mayBeDone(error)
    ? "Press it again: the same run is never charged twice."
    : "Nothing was charged.";
  return { text: `${(error as Error).message} ${rest}`, needsCredits };
}

function GenerationProgressBar() {
  return (
    <div className={css.progress}>
      <span className={css.bar} aria-hidden />
      <p>Drawing two pictures. You may go on here or leave: they wait among your designs.</p>
    </div>
  );
}

function NewDesigns({ designs }: { designs: { id: string; version: number }[] }) {
  return (
    <ul className={css.made}>
      {designs.map(({ id, version }, index) => {
        const src = smallUrl({ designId: id, designVersion: version }, 320);
        return (
          <li key={id}>
            <Link to={`/user/designs/${id}`}>
              <img src={src} width={320} height={180} alt={`New design ${index + 1}`} />
              <span>Open</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

const isEnded = (run: Generation | undefined, error: unknown) =>
  statusOf(error) === 404 || run?.stage === "done" || run?.stage === "failed";

/** The run that changes the art, asked for again until it is over. One that is not there (any more) is none. */
function useGenerationUnderWay(id: string | null) {
  const { refresh } = useViewer();
  const client = useQueryClient();
  const found = useCall(
    getGeneration,
    { params: { id: id ?? "" } },
    { enabled: id !== null, refetchInterval: (run, error) => (isEnded(run, error) ? false : askAgainMs) },
  );
  const run = id === null ? undefined : found.data;
  const isOver = id !== null && isEnded(run, found.error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run that ends.
  useEffect(() => {
    if (!isOver) return;
    refresh();
    client.invalidateQueries({ queryKey: [listDesigns.path] });
  }, [id, isOver]);
  const returned = run?.refunded ? " Your credit has been returned." : "";
  return {
    isUnderWay: id !== null && !isOver,
    failure: run?.stage === "failed" ? `Error: ${run.error ?? "No picture came."}${returned}` : null,
    designs: (run?.stage === "done" ? run.images : []).flatMap(({ designId, designVersion = 1 }) =>
      designId ? [{ id: designId, version: designVersion }] : [],
    ),
  };
}
