import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { ViewerRecord } from "#contract/accounts.ts";
import type { listAiKeys } from "#contract/ai-keys.ts";
import type { ApiAnswer } from "#contract/call.ts";
import type { Generation } from "#contract/generations.ts";
import { type getGeneration, listGenerations } from "#contract/generations.ts";
import type { getShopSettings } from "#contract/shop-settings.ts";
import {
  isFinished,
  useGeneration,
  useGenerationInUrl,
} from "#web/features/generations/follow-generation.ts";
import {
  asksFor,
  resetForm,
  reusedForm,
  useFormDraft,
  useTitleInUrl,
  withEnhancedPrompt,
} from "#web/features/generations/form-state.ts";
import { Gallery, unfinishedGeneration } from "#web/features/generations/gallery.tsx";
import css from "#web/features/generations/generator.module.css";
import { GeneratorFields } from "#web/features/generations/generator-form.tsx";
import { type Enlarged, LargeView } from "#web/features/generations/large-view.tsx";
import {
  generationFailed,
  type Message,
  MessageBanner,
  messages,
} from "#web/features/generations/messages.tsx";
import { PreviewPanel } from "#web/features/generations/preview.tsx";
import { useStartTime } from "#web/features/generations/progress.tsx";
import {
  loadProblem,
  refusalToEnhance,
  refusalToGenerate,
  useEnhance,
  useStartGeneration,
} from "#web/features/generations/start-generation.ts";
import { knownStyle } from "#web/features/generations/title-card.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

/** What the generator's loader already knows; whatever is missing the browser asks for. */
export interface GeneratorLoaded {
  /** From 0 to below 1: which template the form starts with, the same on the server and in the browser. */
  seed: number;
  keys: ApiAnswer<typeof listAiKeys> | undefined;
  settings: ApiAnswer<typeof getShopSettings> | undefined;
  gallery: ApiAnswer<typeof listGenerations> | undefined;
  /** Which page of the gallery that is. */
  galleryPage: number;
  generation: ApiAnswer<typeof getGeneration> | undefined;
}

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
  const { generationId, page, watch, turnTo } = useGenerationInUrl();
  const [form, setForm] = useFormDraft(user._id, loaded.seed);
  useTitleInUrl(setForm);
  const [message, setMessage] = useState<Message | null>(null);
  const [enlarged, setEnlarged] = useState<Enlarged | null>(null);
  const [clickedAt, setClickedAt] = useState<number | null>(null);
  const [leaving, setLeaving] = useState(false);
  const preview = useRef<HTMLDivElement>(null);

  const { generation, missing } = useGeneration(
    generationId,
    loaded.generation?.body.data.id === generationId ? loaded.generation : undefined,
  );
  const { start, starting } = useStartGeneration({
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

  const startedAt = useStartTime(generation, clickedAt);
  const awaiting = generationId !== null && !missing && (!generation || !isFinished(generation));
  const generating = starting || awaiting;
  const allowance = {
    balance: user.currentBalance,
    cost,
    minimumBalance,
    keysUsable: Boolean(props.keyCount),
  };
  const low = user.currentBalance < shop.buyMoreBelow;
  const refusal = refusalToGenerate(form.title, allowance);
  const problem = loadProblem({ error: props.keyError, count: props.keyCount });

  function refreshGallery() {
    client.invalidateQueries({ queryKey: [listGenerations.path] });
  }

  // A generation that was left under way is taken up again, also by someone who comes back without its address.
  const unfinished = unfinishedGeneration(loaded.gallery);
  const tookUp = useRef(false);
  useEffect(() => {
    if (tookUp.current) return;
    tookUp.current = true;
    if (!generationId && unfinished) watch(unfinished.id);
  }, [generationId, unfinished, watch]);

  useEffect(() => {
    if (generationId && missing) watch(null);
  }, [generationId, missing, watch]);

  // The end of a generation, seen as it happens or on coming back: tell it, and read what it did to balance and gallery.
  const ended = generation && isFinished(generation) ? `${generation.id} ${generation.stage}` : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each generation that ends, whatever else changes.
  useEffect(() => {
    if (!generation || ended === null) return;
    setMessage(generation.stage === "done" ? messages.generated : generationFailed(generation));
    setClickedAt(null);
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
    if (generationId) watch(null);
    setClickedAt(Date.now());
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

  function reuse(past: Generation) {
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
          <>
            <span className={css.credits} data-low={low || undefined}>
              <Coins size={18} aria-hidden />
              Credits: {user.currentBalance}
            </span>
            {low && (
              <Button variant="default" disabled={leaving} onClick={buyMore}>
                Buy More
              </Button>
            )}
          </>
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
            look={awaiting && generation ? knownStyle(generation.style) : form.style}
            generation={generation}
            starting={starting || (awaiting && !generation)}
            startedAt={startedAt}
            cost={cost}
            past={generation !== undefined && !asksFor(form, generation)}
            onEnlarge={(shown, position) => setEnlarged({ generation: shown, position })}
          />
        </div>
      </div>
      <Gallery
        loaded={page === loaded.galleryPage ? loaded.gallery : undefined}
        page={page}
        onPage={turnTo}
        onEnlarge={(shown, position) => setEnlarged({ generation: shown, position })}
        onWatch={(shown) => {
          setClickedAt(null);
          watch(shown.id);
        }}
        onReuse={reuse}
        onDeleted={(gone) => {
          if (gone.id === generationId) watch(null);
        }}
      />
      <LargeView shown={enlarged} onShow={setEnlarged} onClose={() => setEnlarged(null)} />
    </>
  );
}
