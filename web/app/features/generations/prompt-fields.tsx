import { Shuffle, Undo2, WandSparkles } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { promptMaxLength } from "#contract/generation-options.ts";
import { type ShownEnhanced, shownEnhanced } from "#web/features/generations/enhanced-prompt.ts";
import {
  type GeneratorForm,
  restoreReplacedPrompt,
  withCustomPrompt,
  withEnhancedPrompt,
} from "#web/features/generations/form-state.ts";
import css from "#web/features/generations/prompt-fields.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Textarea } from "#web/ui/elements/inputs.tsx";

export interface PromptHandle {
  /** Puts the cursor into the prompt that a run is made from. */
  focus(): void;
}

/** The custom prompt with its tools, and the enhanced one below it once there is one. */
export function PromptFields(props: {
  form: GeneratorForm;
  onChange: (next: GeneratorForm) => void;
  onShuffle: () => void;
  onEnhance: () => void;
  enhancing: boolean;
  enhanceBlocked: boolean;
  busy: boolean;
  handle: Ref<PromptHandle>;
}) {
  const { form, onChange, enhancing, busy } = props;
  const custom = useRef<HTMLTextAreaElement>(null);
  const enhanced = useRef<HTMLTextAreaElement>(null);
  const shown = shownEnhanced(form);
  const belongs = shown?.outdated === null;
  useImperativeHandle(props.handle, () => ({
    focus: () => (belongs && shown.text.trim() ? enhanced : custom).current?.focus(),
  }));

  // 'Use it' and 'Enhance again' go away with what they did: the text that they brought takes the focus.
  const follow = useRef(false);
  useEffect(() => {
    if (!belongs || !follow.current) return;
    follow.current = false;
    if (document.activeElement === document.body) enhanced.current?.focus();
  }, [belongs]);

  return (
    <>
      <div className={css.prompt}>
        <PromptText
          label="Custom Prompt"
          description={
            form.template === null
              ? "Your own words. Shuffle brings a template again."
              : "A template for this niche, until you change it by hand."
          }
          field={custom}
          value={form.customPrompt}
          onChange={(text) => onChange(withCustomPrompt(form, text))}
        />
        <div className={css.tools}>
          <Button
            variant="default"
            size="sm"
            leftSection={<WandSparkles size={16} aria-hidden />}
            disabled={props.enhanceBlocked}
            off={busy}
            onClick={props.onEnhance}
          >
            {enhancing ? "Enhancing..." : "Enhance Prompt"}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<Shuffle size={16} aria-hidden />}
            onClick={props.onShuffle}
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
      {shown && belongs && (
        <PromptText
          label="Enhanced Prompt"
          description="Used in place of the custom prompt. Leave it empty to use the custom prompt."
          field={enhanced}
          value={shown.text}
          readOnly={enhancing}
          onChange={(text) => onChange(withEnhancedPrompt(form, text))}
        />
      )}
      {shown && shown.outdated !== null && (
        <OutdatedPrompt
          shown={shown}
          busy={busy}
          enhanceBlocked={props.enhanceBlocked}
          onUse={() => {
            follow.current = true;
            onChange(withEnhancedPrompt(form, shown.text));
          }}
          onEnhance={() => {
            follow.current = true;
            props.onEnhance();
          }}
        />
      )}
    </>
  );
}

/** A prompt's text box; two lines of it on a phone, until somebody writes in it. */
function PromptText(props: {
  label: string;
  description: ReactNode;
  field: Ref<HTMLTextAreaElement>;
  value: string;
  readOnly?: boolean;
  onChange: (text: string) => void;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className={css.field} data-open={open || undefined}>
      <Textarea
        id={id}
        ref={props.field}
        label={props.label}
        description={props.description}
        minRows={4}
        maxRows={12}
        inputClassName={css.text}
        maxLength={promptMaxLength}
        value={props.value}
        readOnly={props.readOnly}
        onFocus={() => setOpen(true)}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <Button
        className={css.edit}
        variant="subtle"
        size="compact-sm"
        onClick={() => document.getElementById(id)?.focus()}
      >
        Edit <span className="visually-hidden">&nbsp;the {props.label.toLowerCase()}</span>
      </Button>
    </div>
  );
}

/** In place of an enhanced prompt that was made for another form: what it was made for, and the two ways on. */
function OutdatedPrompt(props: {
  shown: ShownEnhanced;
  busy: boolean;
  enhanceBlocked: boolean;
  onUse: () => void;
  onEnhance: () => void;
}) {
  const { shown, busy } = props;
  return (
    <div className={css.outdated}>
      <p>
        <strong>Made for the earlier {shown.outdated}</strong>
        <span className={css.note}>The custom prompt is used instead of this enhanced one.</span>
      </p>
      <p className={css.excerpt}>{shown.text}</p>
      <div className={css.tools}>
        <Button variant="default" size="sm" off={busy} onClick={props.onUse}>
          Use it
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={props.enhanceBlocked}
          off={busy}
          onClick={props.onEnhance}
        >
          Enhance again
        </Button>
      </div>
    </div>
  );
}
