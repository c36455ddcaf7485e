import { Button, NativeSelect, Textarea } from "@mantine/core";
import { Shuffle, WandSparkles } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { instructionMaxLength, type VaryChoice, varyChoices } from "#contract/generation-options.ts";
import type { Generation, GenerationImage } from "#contract/generations.ts";
import css from "#web/features/generations/change-panel.module.css";
import { reusedForm } from "#web/features/generations/form-state.ts";
import type { RunRequest } from "#web/features/generations/start-generation.ts";
import { optionsOf } from "#web/ui/options.ts";

const varyOptions = optionsOf(varyChoices);

/** Has the model change one thumbnail by an instruction, or vary one thing of it. The thumbnail stays as it is. */
export function ChangePanel(props: {
  generation: Generation;
  image: GenerationImage;
  cost: number;
  wish: string;
  onWish: (wish: string) => void;
  onChange: (request: RunRequest) => void;
  onClose: () => void;
}) {
  const { generation, image, wish, onWish } = props;
  const [vary, setVary] = useState<VaryChoice>("background");
  const [isAsked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const price = props.cost === 1 ? "1 credit" : `${props.cost} credits`;

  function ask(by: { instruction: string } | { vary: VaryChoice }) {
    const { title, niche, style } = reusedForm(generation);
    const source = image.designId
      ? ({ kind: "design", id: image.designId } as const)
      : ({ kind: "picture", id: image.id } as const);
    props.onChange({ title, niche, style, customPrompt: "", source, ...by });
  }
  function change(event?: FormEvent) {
    event?.preventDefault();
    setAsked(true);
    if (wish.trim()) ask({ instruction: wish.trim() });
    else field.current?.focus();
  }
  function key(event: KeyboardEvent) {
    if (event.key === "Escape") props.onClose();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) change();
  }
  return (
    <section className={css.panel} aria-label={`Change thumbnail ${image.position}`} onKeyDown={key}>
      <form className={css.form} noValidate onSubmit={change}>
        <Textarea
          ref={field}
          label={`What shall be different in thumbnail ${image.position}?`}
          description="Words and faces stay, and so does all that you don't name."
          placeholder="Darker background, larger me"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={instructionMaxLength}
          value={wish}
          error={isAsked && wish.trim() === "" ? "Please say what to change." : undefined}
          onChange={(event) => onWish(event.currentTarget.value)}
        />
        <Button type="submit" leftSection={<WandSparkles size={18} aria-hidden />}>
          Change it, {price}
        </Button>
      </form>
      <div className={css.form}>
        <NativeSelect
          label="Or let only one thing differ"
          data={varyOptions}
          value={vary}
          onChange={(event) =>
            setVary(varyChoices.find((choice) => choice === event.currentTarget.value) ?? vary)
          }
        />
        <Button
          variant="default"
          leftSection={<Shuffle size={18} aria-hidden />}
          onClick={() => ask({ vary })}
        >
          Vary it, {price}
        </Button>
      </div>
    </section>
  );
}
