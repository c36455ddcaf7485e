import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { RotateCcw, Shuffle, Undo2, WandSparkles, Zap } from "lucide-react";
import { useId } from "react";
import { niches, promptMaxLength, styles, titleMaxLength } from "#contract/generation-options.ts";
import {
  type GeneratorForm,
  restoreReplacedPrompt,
  shuffled,
  withCustomPrompt,
  withEnhancedPrompt,
  withNiche,
  withTitle,
} from "#web/features/generations/form-state.ts";
import css from "#web/features/generations/generator-form.module.css";

const nicheOptions = niches.map(({ value, label }) => ({ value, label }));
const styleOptions = styles.map((style) => ({ value: style, label: capitalized(style) }));

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Title, niche, style and prompts. Ctrl+Enter (or Cmd+Enter) generates from any field. */
export function GeneratorFields(props: {
  form: GeneratorForm;
  onChange: (next: GeneratorForm) => void;
  onGenerate: () => void;
  onEnhance: () => void;
  onReset: () => void;
  generating: boolean;
  enhancing: boolean;
  /** Why Generate is not possible now; shown beside it. Null when it is. */
  blocked: string | null;
  enhanceBlocked: boolean;
  titleError: string | null;
}) {
  const { form, onChange, generating, enhancing, blocked } = props;
  const hintId = useId();
  const busy = generating || enhancing;

  return (
    <form
      noValidate
      className={css.form}
      aria-label="Thumbnail"
      onSubmit={(event) => {
        event.preventDefault();
        props.onGenerate();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        props.onGenerate();
      }}
    >
      <TextInput
        id="video-title"
        label="Video Title"
        required
        placeholder="What is the video called?"
        maxLength={titleMaxLength}
        value={form.title}
        error={props.titleError}
        autoComplete="off"
        rightSection={<Count text={form.title} most={titleMaxLength} />}
        rightSectionWidth="4.25rem"
        onChange={(event) => onChange(withTitle(form, event.currentTarget.value))}
      />
      <div className={css.pair}>
        <NativeSelect
          label="Niche"
          data={nicheOptions}
          value={form.niche}
          onChange={(event) => {
            const chosen = niches.find((niche) => niche.value === event.currentTarget.value);
            if (chosen) onChange(withNiche(form, chosen.value));
          }}
        />
        <NativeSelect
          label="Style"
          data={styleOptions}
          value={form.style}
          onChange={(event) =>
            onChange({
              ...form,
              style: styles.find((style) => style === event.currentTarget.value) ?? form.style,
            })
          }
        />
      </div>

      <div className={css.prompt}>
        <Textarea
          label="Custom Prompt"
          description={
            form.template === null
              ? "Your own words. Shuffle brings a template again."
              : "A template for this niche, until you change it by hand."
          }
          minRows={4}
          maxRows={12}
          classNames={{ input: css.template }}
          maxLength={promptMaxLength}
          value={form.customPrompt}
          onChange={(event) => onChange(withCustomPrompt(form, event.currentTarget.value))}
        />
        <div className={css.tools}>
          <Button
            variant="default"
            size="sm"
            leftSection={<WandSparkles size={16} aria-hidden />}
            disabled={props.enhanceBlocked || busy}
            onClick={props.onEnhance}
          >
            {enhancing ? "Enhancing..." : "Enhance Prompt"}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<Shuffle size={16} aria-hidden />}
            onClick={() => onChange(shuffled(form))}
          >
            Shuffle
          </Button>
          {form.replaced !== null && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              leftSection={<Undo2 size={16} aria-hidden />}
              onClick={() => onChange(restoreReplacedPrompt(form))}
            >
              Bring my text back
            </Button>
          )}
        </div>
      </div>

      {form.enhancedShown && (
        <Textarea
          label="Enhanced Prompt"
          description="Used in place of the custom prompt. Leave it empty to use the custom prompt."
          minRows={4}
          maxRows={14}
          maxLength={promptMaxLength}
          value={form.enhancedPrompt}
          onChange={(event) => onChange(withEnhancedPrompt(form, event.currentTarget.value))}
        />
      )}

      <div className={css.submit}>
        <Button
          type="submit"
          size="lg"
          className={css.generate}
          leftSection={<Zap size={20} aria-hidden />}
          disabled={blocked !== null || busy}
          data-busy={generating || undefined}
          aria-describedby={hintId}
        >
          {generating ? "Generating..." : "Generate Thumbnails"}
        </Button>
        <Button
          type="button"
          size="lg"
          variant="default"
          leftSection={<RotateCcw size={18} aria-hidden />}
          disabled={busy}
          onClick={props.onReset}
        >
          Reset
        </Button>
      </div>
      <p id={hintId} className={css.hint}>
        {!busy &&
          (blocked ?? (
            <>
              Press <kbd>Ctrl</kbd> + <kbd>Enter</kbd> to generate from any field.
            </>
          ))}
      </p>
    </form>
  );
}

function Count({ text, most }: { text: string; most: number }) {
  return (
    <span className={css.count} aria-hidden>
      {text.length}/{most}
    </span>
  );
}
