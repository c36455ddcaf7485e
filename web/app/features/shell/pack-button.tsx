import { PackagePlus } from "lucide-react";
import { useState } from "react";
import type { GenerationImage } from "#contract/generations.ts";
import type { PackEntry } from "#contract/packs.ts";
import { usePackTray } from "#web/features/shell/pack-tray.ts";
import { Problem } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";

/** A thumbnail of a run as it is put in a pack: as its owner means it, with the words that are set on it. */
export const packEntryOf = ({ id, designId }: Pick<GenerationImage, "id" | "designId">): PackEntry =>
  designId ? { kind: "design", id: designId } : { kind: "picture", id };

/** Puts something in the pack, or takes it out; `problem` is why it could not be put there. */
export function usePackToggle() {
  const pack = usePackTray();
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Answers why not. */
  function toggle(entry: PackEntry, name: string): string | null {
    const refused = pack.has(entry) ? null : pack.add({ ...entry, name });
    if (pack.has(entry)) pack.remove(entry);
    setRefusal(refused);
    return refused;
  }
  return { has: pack.has, toggle, problem: pack.isFull ? refusal : null };
}

/** Of a run's thumbnail; pressed again it is not in the pack any more. */
export function PackButton({ image, title }: { image: GenerationImage; title: string }) {
  const { has, toggle, problem } = usePackToggle();
  const entry = packEntryOf(image);
  const isIn = has(entry);
  return (
    <div>
      <Button
        size="sm"
        px="xs"
        variant={isIn ? "light" : "subtle"}
        color={isIn ? "accent" : "gray"}
        leftSection={<PackagePlus size={16} aria-hidden />}
        aria-pressed={isIn}
        aria-label={`Pack thumbnail ${image.position}`}
        onClick={() => toggle(entry, `${title} ${image.position}`)}
      >
        Pack
      </Button>
      <Problem text={problem} />
    </div>
  );
}
