import { ScanEye } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Generation } from "#contract/generations.ts";
import css from "#web/features/generations/generation-check.module.css";
import { useCheckOpen } from "#web/ui/check/check-state.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";

/** Opens Check; that it is open, and how, is in the address. */
export function CheckButton() {
  const [isOpen, setOpen] = useCheckOpen();
  return <Opener isOpen={isOpen} onOpen={setOpen} />;
}

/** A run's pictures where they will be seen, as wide as the screen, while the address says so. */
export function GenerationCheck({ generation }: { generation: Generation }) {
  const [isOpen, setOpen] = useCheckOpen();
  const region = useRef<HTMLElement>(null);
  useShownOnceOpened(region, isOpen);
  if (!isOpen) return null;
  return (
    <section ref={region} className={css.below} tabIndex={-1} aria-labelledby="check-title">
      <div className={css.head}>
        <h2 id="check-title">Check</h2>
        <Button size="sm" variant="subtle" color="gray" onClick={() => setOpen(false)}>
          Close Check
        </Button>
      </div>
      <Panel generation={generation} inView={false} />
    </section>
  );
}

/** The same in a dialog, which on a phone is black whatever the scheme. */
export function GenerationCheckInView({ generation, onPhone }: { generation: Generation; onPhone: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={css.check} data-scheme={onPhone ? "dark" : undefined}>
      <Opener isOpen={isOpen} onOpen={setOpen} />
      {isOpen && <Panel generation={generation} inView />}
    </div>
  );
}

function Opener({ isOpen, onOpen }: { isOpen: boolean; onOpen: (open: boolean) => void }) {
  return (
    <Button
      className={css.opener}
      size="sm"
      variant="default"
      leftSection={<ScanEye size={16} aria-hidden />}
      aria-expanded={isOpen}
      onClick={() => onOpen(!isOpen)}
    >
      Check
    </Button>
  );
}

/** It stands below the form: who opens it is brought there, and who comes by the address is not. */
function useShownOnceOpened(region: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) {
      region.current?.focus({ preventScroll: true });
      region.current?.scrollIntoView({ block: "start" });
    }
    wasOpen.current = isOpen;
  }, [isOpen, region]);
}

const loadPanel = () => import("#web/features/generations/generation-check-panel.tsx");

function Panel({ generation, inView }: { generation: Generation; inView: boolean }) {
  const { part, failure } = usePart(loadPanel);
  if (failure) return <ErrorState compact title="Check could not be loaded." {...failure} />;
  if (!part) return <Skeleton height={280} />;
  return <part.GenerationCheckPanel key={generation.id} generation={generation} inView={inView} />;
}
