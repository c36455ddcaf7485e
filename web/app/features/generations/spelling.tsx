import { CircleCheck, RefreshCw, SpellCheck } from "lucide-react";
import { Link } from "react-router";
import { retakeHours } from "#contract/generation-options.ts";
import type { Generation, GenerationImage, Spelling } from "#contract/generations.ts";
import css from "#web/features/generations/spelling.module.css";
import { Button } from "#web/ui/elements/button.tsx";

/**
 * What was read of the words that the model drew, once that is known, and the free new take where they are misspelt.
 * Without `onRetake` it leads to the run, where that can be had.
 */
export function SpellingNote(props: {
  generation: Generation;
  image: GenerationImage;
  onRetake?: ((image: GenerationImage) => void) | undefined;
}) {
  const { generation, image, onRetake } = props;
  const { spelling, position } = image;
  const look = {
    size: "sm",
    variant: "default",
    leftSection: <RefreshCw size={16} aria-hidden />,
    "aria-label": `Take it anew, free: thumbnail ${position}`,
  } as const;
  // Most often that is the title. What stands below it would else move away while somebody presses it.
  const place = !spelling && generation.reading ? `Words read: “${generation.title}”` : undefined;
  return (
    <div className={css.note} data-place={place}>
      {/* It comes a moment after the thumbnails, and is announced then. */}
      <div role="status">{spelling && <Words spelling={spelling} />}</div>
      {spelling?.retake === "offered" &&
        (onRetake ? (
          <Button {...look} onClick={() => onRetake(image)}>
            Take it anew, free
          </Button>
        ) : (
          <Button {...look} component={Link} to={`/user/generate-image?run=${generation.id}`}>
            Take it anew, free
          </Button>
        ))}
    </div>
  );
}

function Words({ spelling }: { spelling: Spelling }) {
  const { read, matches } = spelling;
  const Icon = matches ? CircleCheck : SpellCheck;
  return (
    <p className={css.words} data-differs={!matches || undefined}>
      <Icon size={18} aria-hidden />
      <span>
        Words read: <q>{read}</q>
        {!matches && <span className={css.detail}>{detailOf(spelling)}</span>}
      </span>
    </p>
  );
}

function detailOf({ retake }: Spelling): string {
  if (retake === "offered")
    return `That is not your title. One new take is free, within ${retakeHours} hours. This thumbnail stays.`;
  if (retake === "taken") return "That is not your title. Its free new take is in your gallery.";
  if (retake === "expired")
    return `That is not your title. A free new take was offered for ${retakeHours} hours.`;
  return "That is not your title. Words that are set as text are always spelt right.";
}
