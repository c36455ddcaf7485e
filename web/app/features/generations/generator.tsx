import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import type { ViewerRecord } from "#contract/accounts.ts";
import type { Generation, GenerationImage } from "#contract/generations.ts";
import type { ShopSettings } from "#contract/shop-settings-form.ts";
import { failureText } from "#web/features/generations/failure-text.ts";
import { useFormDraft, useTitleInUrl } from "#web/features/generations/form-draft.ts";
import {
  asksFor,
  type GeneratorForm,
  hasTitleOf,
  keepingText,
  resetForm,
  reusedForm,
  withEnhancement,
  withReference,
  withVideo,
} from "#web/features/generations/form-state.ts";
import css from "#web/features/generations/generator.module.css";
import { GeneratorFields } from "#web/features/generations/generator-form.tsx";
import { GeneratorHeader } from "#web/features/generations/generator-header.tsx";
import type { Enlarged } from "#web/features/generations/large-view.tsx";
import { GenerationCheck, GenerationList, NextButton } from "#web/features/generations/late-parts.tsx";
import { type Message, MessageBanner, messages } from "#web/features/generations/messages.tsx";
import {
  PreviewPanel,
  placeOfChange,
  type SourceAsked,
  sourceAsked,
} from "#web/features/generations/preview.tsx";
import type { PromptHandle } from "#web/features/generations/prompt-fields.tsx";
import { useResultFocus } from "#web/features/generations/result-focus.ts";
import {
  type GenerationRequest,
  isOfPicture,
  loadProblem,
  placeOf,
  type RetakeRequest,
  refusalOfLink,
  refusalToEnhance,
  refusalToGenerate,
  requestOf,
  useEnhance,
} from "#web/features/generations/start-generation.ts";
import { loadTemplates, type Templates } from "#web/features/generations/templates.ts";
import { knownStyle } from "#web/features/generations/title-card.tsx";
import { type GeneratorLoaded, useShownGeneration } from "#web/features/generations/use-shown-generation.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { smallUrl } from "#web/ui/preview-url.ts";
import { takeFocus } from "#web/ui/take-focus.ts";
import { useLate, useOpening } from "#web/ui/use-late.ts";

export function Generator(props: {
  user: ViewerRecord;
  loaded: GeneratorLoaded;
  settings: Pick<ShopSettings, "cost" | "minimumBalance" | "wordsDefault" | "runsAtOnce">;
  /** How many keys can be used; undefined where that could not be read, for the reason in `keyError`. */
  keyCount: number | undefined;
  keyError: Error | null;
}) {
  const { user, loaded, settings } = props;
  const { cost, minimumBalance } = settings;
  const { shop } = useViewer();
  const [draft, setForm] = useFormDraft(user._id, loaded.template);
  // What is seen is what is asked for, also where the default changes meanwhile.
  const form = { ...draft, words: draft.words ?? settings.wordsDefault };
  useTitleInUrl(setForm);
  const [message, setMessage] = useState<Message | null>(null);
  const [asked, setAsked] = useState<SourceAsked>();
  const [enlarged, setEnlarged] = useState<Enlarged | null>(null);
  const templates = useLate(loadTemplates);
  const large = useOpening(() => import("#web/features/generations/large-view.tsx"));
  const others = useLate(() => import("#web/features/generations/active-generations.tsx"));
  const focus = useResultFocus();
  const prompt = useRef<PromptHandle>(null);
  const navigate = useNavigate();

  const run = useShownGeneration(loaded, {
    cost,
    onEnded: async (generation) => {
      setMessage(
        generation.stage === "done"
          ? messages.generated
          : await failureText(({ generationFailed }) => generationFailed(generation)),
      );
      focus.ended();
    },
    onRefused: (refused) => {
      setMessage(refused);
      focus.ended();
    },
  });
  const { enhance, enhancing } = useEnhance({
    onEnhanced(text, sent) {
      let isTaken = false;
      setForm((present) => {
        const next = withEnhancement(present, text, sent);
        isTaken = next !== present;
        return next;
      });
      return isTaken;
    },
    onEnded: (message) => (message.kind === "error" ? refuse(message) : setMessage(message)),
  });

  const { generation, starting, awaiting } = run;
  const generating = starting || awaiting;
  const busy = generating || enhancing;
  const balance = user.currentBalance;
  const keysUsable = Boolean(props.keyCount);
  const allowance = { balance, cost, minimumBalance, keysUsable };
  const refusal = refusalToGenerate(form.title, allowance);
  const ofLink = refusalOfLink(form.title);
  const problem = loadProblem({ error: props.keyError, count: props.keyCount });

  function refuse(refused: Message) {
    setMessage(refused);
    focus.showMessage();
  }

  function begin(request: GenerationRequest | RetakeRequest, refused: Message | null, source?: SourceAsked) {
    if (generating) return;
    if (refused) return refuse(refused);
    setMessage(null);
    focus.began();
    setAsked(source);
    run.begin(request);
  }

  /** A change or a variation, which needs no title of its own. */
  function change(request: GenerationRequest) {
    const refused = refusalToGenerate(request.title ?? "", allowance);
    begin(request, refused, sourceAsked(request, generation));
  }

  /** Free: it needs no balance, and the server says whether it is still to be had. */
  function retake({ id }: Generation, image: GenerationImage) {
    // The screen has one start at a time: meanwhile it shows the picture's own run, which offers the same.
    if (generating) return showPast(id);
    begin({ retake: { id, position: String(image.position) } }, null, { previewUrl: smallUrl(image) });
  }

  function watch(id: string | null) {
    setMessage(null);
    setAsked(undefined);
    run.watch(id);
  }

  function showPast(id: string, place?: SourceAsked) {
    setMessage(null);
    setAsked(place);
    run.show(id);
  }

  function startAnother() {
    watch(null);
    takeFocus(document.getElementById("video-title"));
  }

  /**
   * Tries again what failed or did not start. Of a new run the form counts, as a prompt that was mended there is to be
   * tried; unless it has another title by now. The list of keys may be older than the wait that is over: whether one is
   * free, the server says.
   */
  function retry() {
    if (generating) return;
    const again = run.asked();
    // The picture is gone, and what the form says is another matter.
    if (!again) return setMessage(null);
    if (isOfPicture(again)) return begin(again, null, asked ?? generation?.source);
    // What is being written belongs to the run.
    if (enhancing) return;
    recall();
    const { title = "" } = again;
    const isOfForm = hasTitleOf(form, { title });
    const stop = refusalToGenerate(title, { ...allowance, keysUsable: true });
    begin(isOfForm ? requestOf(form) : again, stop ?? (isOfForm ? ofLink : null));
  }

  /** A run that failed before the form was emptied, or in another tab, goes back into it; but over nothing that was typed. */
  function recall() {
    if (form.title.trim() || generation?.stage !== "failed" || generation.kind !== "new") return;
    flushSync(() => setForm(keepingText(form, reusedForm(generation, templates))));
  }

  function editPrompt() {
    recall();
    prompt.current?.focus();
  }

  /** To where a change was asked for, with what was typed for it; to the design, where this tab asked for it on no result. */
  function back() {
    const source = generation?.source;
    const place = asked?.place ?? (source && (placeOfChange(source.id) ?? placeOf(source)));
    if (!place) return void navigate(`/user/designs/${source?.id}`);
    showPast(place.id, { place: { ...place, takesFocus: true } });
  }

  function requestEnhancement() {
    if (busy) return;
    const refused = refusalToEnhance(form.customPrompt, keysUsable);
    if (refused) return refuse(refused);
    setMessage(null);
    enhance(form);
  }

  /** Changes the form by the templates, which may still be on their way. */
  async function changeByTemplates(change: (present: GeneratorForm, known: Templates) => GeneratorForm) {
    const known = templates ?? (await loadTemplates().catch(() => null));
    if (known) setForm((present) => change(present, known));
    else refuse(messages.notLoaded);
  }

  function reset() {
    void changeByTemplates((present, known) => keepingText(present, resetForm(known)));
    watch(null);
  }

  function reuse(past: Generation) {
    void changeByTemplates((present, known) => keepingText(present, reusedForm(past, known)));
    setMessage(null);
    setAsked(undefined);
    if (!generating) {
      if (past.stage === "done") run.show(past.id);
      else run.watch(null);
    }
    scrollToHead();
    takeFocus(document.getElementById("video-title"));
  }

  const next = { "edit-prompt": editPrompt, retry, back };
  const banner = message && (
    <MessageBanner key={message.text} message={message} onClose={() => setMessage(null)}>
      {message.next && <NextButton next={message.next} onNext={(act) => next[act]()} />}
    </MessageBanner>
  );
  const closeLarge = () => setEnlarged(null);
  const enlarge = (shown: Generation, position: number) => setEnlarged({ generation: shown, position });
  return (
    <>
      <GeneratorHeader
        balance={balance}
        low={balance < shop.buyMoreBelow}
        onBuyMore={() => setMessage(messages.redirecting)}
      />
      <div className={css.bench}>
        <GeneratorFields
          form={form}
          onChange={(next) => {
            focus.stay();
            setForm(next);
          }}
          onChangeByTemplates={(change) => {
            focus.stay();
            void changeByTemplates(change);
          }}
          onGenerate={() => enhancing || begin(requestOf(form), refusal ?? ofLink)}
          onEnhance={requestEnhancement}
          onReset={reset}
          allowance={allowance}
          generating={generating}
          enhancing={enhancing}
          refusal={refusal ?? (ofLink === messages.otherLink ? ofLink : null)}
          enhanceBlocked={refusalToEnhance(form.customPrompt, keysUsable) !== null}
          titleError={message === messages.titleRequired ? messages.titleRequired.text : null}
          onVideo={(video, link) =>
            setForm((present) => (video ? withVideo(present, video, link) : { ...present, video: null }))
          }
          onReference={(id) => setForm((present) => withReference(present, id))}
          promptHandle={prompt}
        />
        <section className={css.preview} ref={focus.region} aria-label="Result">
          {problem && <MessageBanner message={{ kind: "error", text: problem }} />}
          {message?.kind === "error" && banner}
          {/* It stands before its text comes: some readers pass one over that comes along with it. */}
          <div role="status" className={css.told}>
            {message?.kind !== "error" && banner}
          </div>
          {others && <others.ActiveGenerations places={run.places} onWatch={({ id }) => watch(id)} />}
          <PreviewPanel
            title={form.title}
            look={awaiting && generation ? knownStyle(generation.style) : form.style}
            generation={starting ? undefined : generation}
            starting={starting || (awaiting && !generation)}
            startedAt={run.startedAt}
            source={awaiting && generation ? generation.source : asked}
            onAnother={run.underWay < settings.runsAtOnce ? startAnother : undefined}
            cost={cost}
            setAside={run.free ? 0 : cost}
            past={generation !== undefined && !asksFor(form, generation)}
            onEnlarge={enlarge}
            onChange={change}
            onRetake={(image) => generation && retake(generation, image)}
            reopened={asked?.place}
          />
        </section>
      </div>
      {generation?.stage === "done" && <GenerationCheck generation={generation} />}
      <GenerationList
        loaded={run.page === loaded.galleryPage ? loaded.gallery : undefined}
        page={run.page}
        onPage={run.turnTo}
        onEnlarge={enlarge}
        onWatch={({ id }) => watch(id)}
        onReuse={reuse}
        onDeleted={(id) => {
          if (id === run.generationId) watch(null);
        }}
      />
      {large.module && (
        <large.module.LargeView
          shown={enlarged}
          onShow={setEnlarged}
          onClose={closeLarge}
          onRetake={(image) => {
            // Closing gives the focus back to the list below, and so comes first; the run is shown at the head.
            flushSync(closeLarge);
            scrollToHead();
            if (enlarged) retake(enlarged.generation, image);
          }}
        />
      )}
      {large.failure && enlarged && (
        <NotLoaded title="Large view" failure={large.failure} onClose={closeLarge} />
      )}
    </>
  );
}

function scrollToHead() {
  document.getElementById("content")?.scrollIntoView({ block: "start", behavior: "instant" });
}
