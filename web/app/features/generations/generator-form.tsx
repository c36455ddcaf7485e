import type { Ref } from "react";
import {
  type Niche,
  niches,
  type Style,
  styles,
  titleMaxLength,
  type WordChoice,
  wordChoices,
} from "#contract/generation-options.ts";
import {
  type FormVideo,
  type GeneratorForm,
  shuffled,
  withNiche,
  withTitle,
} from "#web/features/generations/form-state.ts";
import { GenerationPictures } from "#web/features/generations/generation-pictures.tsx";
import css from "#web/features/generations/generator-form.module.css";
import type { Message } from "#web/features/generations/messages.tsx";
import { PromptFields, type PromptHandle } from "#web/features/generations/prompt-fields.tsx";
import type { Allowance } from "#web/features/generations/start-generation.ts";
import { SubmitBar } from "#web/features/generations/submit-bar.tsx";
import type { Templates } from "#web/features/generations/templates.ts";
import { hintOf, shortLink, useLinkedVideo, VideoLink } from "#web/features/generations/video-link.tsx";
import { NativeSelect, Textarea } from "#web/ui/elements/inputs.tsx";
import { keyOf } from "#web/ui/key-of.ts";
import { optionsOf } from "#web/ui/options.ts";

type ChangeByTemplates = (change: (present: GeneratorForm, templates: Templates) => GeneratorForm) => void;

const nicheOptions = niches.map(({ value, label }) => ({ value, label }));
const styleOptions = optionsOf(styles);

const wordLabels: Record<WordChoice, { label: string; description: string }> = {
  drawn: { label: "Drawn into the picture", description: "The model letters your title as part of its art." },
  text: {
    label: "Set as text you can edit",
    description: "Always spelt right. Both pictures become designs that you can change by hand.",
  },
  none: { label: "None, art alone", description: "Pictures without any letters." },
};
const wordOptions = wordChoices.map((value) => ({ value, label: wordLabels[value].label }));

/** Title, niche, style and prompts. Ctrl+Enter (or Cmd+Enter) generates from any field. */
export function GeneratorFields(props: {
  form: GeneratorForm & { words: WordChoice };
  onChange: (next: GeneratorForm) => void;
  onChangeByTemplates: ChangeByTemplates;
  onGenerate: () => void;
  onEnhance: () => void;
  onReset: () => void;
  allowance: Allowance;
  generating: boolean;
  enhancing: boolean;
  /** Why Generate is not possible now; shown at it. Null when it is. */
  refusal: Message | null;
  enhanceBlocked: boolean;
  titleError: string | null;
  onVideo: (video: FormVideo | null, link: string) => void;
  onReference: (id: string) => void;
  promptHandle: Ref<PromptHandle>;
}) {
  const { form, onChange, generating, enhancing } = props;
  const busy = generating || enhancing;
  const linked = useLinkedVideo(form.title, props.onVideo);

  /** A link becomes the title of its video first: a run would draw the address. */
  async function submit() {
    if (!linked.isLink || !(await linked.use())) props.onGenerate();
  }
  return (
    <form
      noValidate
      className={css.form}
      aria-label="Thumbnail"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (keyOf(event) !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void submit();
      }}
    >
      <div>
        <Textarea
          id="video-title"
          label="Video Title"
          required
          placeholder="What is the video called? Or paste its link"
          description={hintOf(form.title)}
          descriptionBelow
          minRows={1}
          maxRows={4}
          rows={1}
          inputClassName={css.title}
          maxLength={titleMaxLength}
          value={form.title}
          error={props.titleError}
          autoComplete="off"
          enterKeyHint="go"
          onChange={(event) => onChange(withTitle(form, event.currentTarget.value.replace(/\s*\n\s*/g, " ")))}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text");
            const link = pasted.length > titleMaxLength ? shortLink(pasted) : null;
            if (!link) return;
            // The field would cut it, and with it what names the video.
            event.preventDefault();
            onChange(withTitle(form, link));
          }}
          onKeyDown={(event) => {
            if (keyOf(event) !== "Enter") return;
            event.preventDefault();
            if (!event.ctrlKey && !event.metaKey) event.currentTarget.form?.requestSubmit();
          }}
        />
        <span className={css.count} aria-hidden>
          {`${form.title.length}/${titleMaxLength}`}
        </span>
        <VideoLink form={form} linked={linked} onVideo={props.onVideo} onReference={props.onReference} />
      </div>
      <div className={css.pair}>
        <NativeSelect
          label="Niche"
          data={nicheOptions}
          value={form.niche}
          onChange={(event) => {
            const niche = event.currentTarget.value as Niche;
            onChange({ ...form, niche });
            props.onChangeByTemplates((present, templates) => withNiche(present, templates, niche));
          }}
        />
        <NativeSelect
          label="Style"
          data={styleOptions}
          value={form.style}
          onChange={(event) => onChange({ ...form, style: event.currentTarget.value as Style })}
        />
      </div>
      <NativeSelect
        label="Words"
        data={wordOptions}
        description={wordLabels[form.words].description}
        descriptionBelow
        value={form.words}
        onChange={(event) => onChange({ ...form, words: event.currentTarget.value as WordChoice })}
      />
      <GenerationPictures chosen={form} onChange={(next) => onChange({ ...form, ...next })} />
      <PromptFields
        form={form}
        onChange={onChange}
        onShuffle={() => props.onChangeByTemplates(shuffled)}
        onEnhance={props.onEnhance}
        enhancing={enhancing}
        enhanceBlocked={props.enhanceBlocked}
        busy={busy}
        handle={props.promptHandle}
      />
      <SubmitBar
        allowance={props.allowance}
        refusal={props.refusal}
        generating={generating}
        busy={busy}
        onReset={props.onReset}
      />
    </form>
  );
}
