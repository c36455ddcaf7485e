import { Shuffle, WandSparkles } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { counted } from "#contract/counted.ts";
import { instructionMaxLength, type VaryChoice, varyChoices } from "#contract/generation-options.ts";
import css from "#web/ui/change-fields.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { NativeSelect, Textarea } from "#web/ui/elements/inputs.tsx";
import { keyOf } from "#web/ui/key-of.ts";
import { optionsOf } from "#web/ui/options.ts";

const varyOptions = optionsOf(varyChoices);

/** What a run from a picture is told: what to change, or the one thing that may differ. */
export type ChangeWish = { instruction: string } | { vary: VaryChoice };

/** Asks what shall become of a picture, by an instruction or by one thing of it. */
export function ChangeFields(props: {
  /** Which picture that is, as in 'thumbnail 1'. */
  of: string;
  cost: number;
  /** What was typed; who shows the fields keeps it. */
  wish: string;
  onWish: (wish: string) => void;
  onAsk: (wish: ChangeWish) => void;
  busy?: boolean;
  autoFocus?: boolean;
}) {
  const { wish, onWish, onAsk, busy = false, autoFocus = false } = props;
  const [vary, setVary] = useState<VaryChoice>("background");
  const [isAsked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  const price = counted(props.cost, "credit");

  function change(event?: FormEvent) {
    event?.preventDefault();
    if (busy) return;
    setAsked(true);
    if (wish.trim()) onAsk({ instruction: wish.trim() });
    else field.current?.focus();
  }
  function key(event: KeyboardEvent) {
    if (keyOf(event) === "Enter" && (event.ctrlKey || event.metaKey)) change();
  }
  return (
    <div className={css.fields}>
      <form className={css.form} noValidate onSubmit={change} onKeyDown={key}>
        <Textarea
          ref={field}
          label={`What shall be different in ${props.of}?`}
          description="Words and faces stay, and so does all that you don't name."
          placeholder="Darker background, larger me"
          minRows={2}
          maxRows={6}
          maxLength={instructionMaxLength}
          value={wish}
          error={isAsked && wish.trim() === "" ? "Please say what to change." : undefined}
          onChange={(event) => onWish(event.currentTarget.value)}
        />
        <Button type="submit" off={busy} leftSection={<WandSparkles size={18} aria-hidden />}>
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
          off={busy}
          leftSection={<Shuffle size={18} aria-hidden />}
          onClick={() => onAsk({ vary })}
        >
          Vary it, {price}
        </Button>
      </div>
    </div>
  );
}
