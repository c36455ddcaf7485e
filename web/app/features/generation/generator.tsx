import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { ViewerRecord } from "#contract/accounts.ts";
import { listGenerations } from "#contract/generations.ts";
import { loadProblem, refusalToEnhance, refusalToGenerate } from "#web/features/generation/can-generate.ts";
import { CreditsBar } from "#web/features/generation/credits-bar.tsx";
import { useBegin } from "#web/features/generation/elapsed.ts";
import { useEnhance } from "#web/features/generation/enhance.ts";
import { useRun } from "#web/features/generation/follow-run.ts";
import { useFormDraft } from "#web/features/generation/form-draft.ts";
import { resetForm, reusedForm, withEnhancedPrompt } from "#web/features/generation/form-state.ts";
import { Gallery, unfinishedRun } from "#web/features/generation/gallery.tsx";
import { GeneratorFields } from "#web/features/generation/generator-form.tsx";
import css from "#web/features/generation/generator-screen.module.css";
import { type Enlarged, LargeView } from "#web/features/generation/large-view.tsx";
import type { GeneratorLoaded } from "#web/features/generation/loaded.ts";
import { lookOf } from "#web/features/generation/look.ts";
import { MessageBanner } from "#web/features/generation/message-banner.tsx";
import { type Message, messages, runFailed } from "#web/features/generation/messages.ts";
import { PreviewPanel } from "#web/features/generation/preview-panel.tsx";
import { isFinished, type Run } from "#web/features/generation/run.ts";
import { useRunInUrl } from "#web/features/generation/run-in-url.ts";
import { useStartRun } from "#web/features/generation/start-run.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

/** How long 'Redirecting to payment page...' stands before the page changes, in milliseconds. */
const redirectPause = 1000;

export function Generator(props: {
  user: ViewerRecord;
  loaded: GeneratorLoaded;
  cost: number;
  minimumBalance: number;
  /** How many keys can be used; undefined where that could not be read, for the reason in `keyError`. */
  keyCount: number | undefined;
  keyError: Error | null;
}) {
  const { user, loaded, cost, minimumBalance } = props;
  const { shop, setBalance, refresh } = useViewer();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runId, page, watch, turnTo } = useRunInUrl();
  const [form, setForm] = useFormDraft(user._id, loaded.seed);
  const [message, setMessage] = useState<Message | null>(null);
  const [enlarged, setEnlarged] = useState<Enlarged | null>(null);
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const [leaving, setLeaving] = useState(false);
  const preview = useRef<HTMLDivElement>(null);

  const { run, missing } = useRun(runId, loaded.run?.body.data.id === runId ? loaded.run : undefined);
  const { start, starting } = useStartRun({
    onStarted: ({ id, currentBalance }) => {
      setBalance(currentBalance);
      watch(id);
      refreshGallery();
    },
    onFailed: (problem) => {
      setMessage(problem);
      refresh();
    },
  });
  const { enhance, enhancing } = useEnhance({
    onEnhanced: (prompt) => {
      setForm((present) => withEnhancedPrompt(present, prompt));
      setMessage(messages.enhanced);
    },
    onFailed: setMessage,
  });

  const beganAt = useBegin(run, startedAt);
  const awaiting = runId !== null && !missing && (!run || !isFinished(run));
  const generating = starting || awaiting;
  const allowance = {
    balance: user.currentBalance,
    cost,
    minimumBalance,
    keysUsable: Boolean(props.keyCount),
  };
  const refusal = refusalToGenerate(form.title, allowance);
  const problem = loadProblem({ error: props.keyError, count: props.keyCount });

  function refreshGallery() {
    client.invalidateQueries({ queryKey: [listGenerations.path] });
  }

  // A run that was left under way is taken up again, also by someone who comes back without its address.
  const unfinished = unfinishedRun(loaded.gallery);
  const tookUp = useRef(false);
  useEffect(() => {
    if (tookUp.current) return;
    tookUp.current = true;
    if (!runId && unfinished) watch(unfinished.id);
  }, [runId, unfinished, watch]);

  useEffect(() => {
    if (runId && missing) watch(null);
  }, [runId, missing, watch]);

  // The end of a run, seen as it happens or on coming back: tell it, and read what it did to balance and gallery.
  const ended = run && isFinished(run) ? `${run.id} ${run.stage}` : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run that ends, whatever else changes.
  useEffect(() => {
    if (!run || ended === null) return;
    setMessage(run.stage === "done" ? messages.generated : runFailed(run));
    setStartedAt(null);
    refresh();
    refreshGallery();
  }, [ended]);

  // On a narrow screen the preview is below the form, where an error or a start would go unseen.
  const toShow = starting || message?.kind === "error";
  useEffect(() => {
    if (toShow && matchMedia("(width < 768px)").matches)
      preview.current?.scrollIntoView({ block: "nearest" });
  }, [toShow]);

  function generate() {
    if (generating || enhancing) return;
    setMessage(refusal);
    if (refusal) return;
    if (runId) watch(null);
    setStartedAt(Date.now());
    start(form);
  }

  function requestEnhancement() {
    if (generating || enhancing) return;
    const refused = refusalToEnhance(form.customPrompt, allowance.keysUsable);
    setMessage(refused);
    if (!refused) enhance(form);
  }

  function reset() {
    setForm(resetForm());
    setMessage(null);
    watch(null);
  }

  function reuse(past: Run) {
    setForm(reusedForm(past));
    setMessage(null);
    if (!generating) watch(null);
    document.getElementById("content")?.scrollIntoView({ block: "start" });
    document.querySelector<HTMLInputElement>("#video-title")?.focus({ preventScroll: true });
  }

  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => navigate("/user/select-package"), redirectPause);
    return () => clearTimeout(timer);
  }, [leaving, navigate]);

  function buyMore() {
    setLeaving(true);
    setMessage(messages.redirecting);
  }

  return (
    <>
      <PageHeader
        title="YouTube Thumbnail Generator"
        actions={
          <CreditsBar
            balance={user.currentBalance}
            low={user.currentBalance < shop.buyMoreBelow}
            leaving={leaving}
            onBuyMore={buyMore}
          />
        }
      />
      <div className={css.bench}>
        <GeneratorFields
          form={form}
          onChange={setForm}
          onGenerate={generate}
          onEnhance={requestEnhancement}
          onReset={reset}
          generating={generating}
          enhancing={enhancing}
          blocked={
            refusal === messages.titleRequired ? "Enter a video title first." : (refusal?.text ?? null)
          }
          enhanceBlocked={refusalToEnhance(form.customPrompt, allowance.keysUsable) !== null}
          titleError={message === messages.titleRequired ? messages.titleRequired.text : null}
        />
        <div className={css.preview} ref={preview}>
          {problem && <MessageBanner message={{ kind: "error", text: problem }} />}
          {message && <MessageBanner message={message} onClose={() => setMessage(null)} />}
          <PreviewPanel
            title={form.title}
            look={awaiting && run ? lookOf(run.style) : form.style}
            run={run}
            starting={starting || (awaiting && !run)}
            startedAt={beganAt}
            onEnlarge={(shown, position) => setEnlarged({ run: shown, position })}
          />
        </div>
      </div>
      <Gallery
        loaded={page === loaded.galleryPage ? loaded.gallery : undefined}
        page={page}
        onPage={turnTo}
        onEnlarge={(shown, position) => setEnlarged({ run: shown, position })}
        onWatch={(shown) => {
          setStartedAt(null);
          watch(shown.id);
        }}
        onReuse={reuse}
        onDeleted={(gone) => {
          if (gone.id === runId) watch(null);
        }}
      />
      <LargeView shown={enlarged} onShow={setEnlarged} onClose={() => setEnlarged(null)} />
    </>
  );
}
