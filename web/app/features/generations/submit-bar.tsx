import { RotateCcw, Zap } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { counted } from "#contract/counted.ts";
import { type Message, messages } from "#web/features/generations/messages.tsx";
import type { Allowance } from "#web/features/generations/start-generation.ts";
import css from "#web/features/generations/submit-bar.module.css";
import { mayBuy, wayToCredits } from "#web/features/shell/may-buy.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { KeyHint } from "#web/ui/key-hint.tsx";

/** Generate and Reset with what a run costs, or why it can't start. On a phone it stays at the lower edge. */
export function SubmitBar(props: {
  allowance: Allowance;
  /** Why Generate is not possible now; null when it is. */
  refusal: Message | null;
  generating: boolean;
  busy: boolean;
  onReset: () => void;
}) {
  const { allowance, refusal, generating, busy } = props;
  const { balance, cost } = allowance;
  const hintId = useId();
  const { user } = useViewer();
  const way = wayToCredits(user, "Packages and prices");
  const shortage = busy ? null : shortageText(allowance, mayBuy(user));
  const untitled = refusal === messages.titleRequired;
  const place = usePlace();
  return (
    <>
      <div ref={place.ref} className={css.place}>
        <div className={css.bar} data-below={place.isBelow || undefined}>
          <div id={hintId} className={css.hint}>
            {!busy && refusal && !(untitled && shortage) && (
              <p key="refusal">{untitled ? "Enter a video title first." : refusal.text}</p>
            )}
            {shortage ? (
              <p key="shortage">
                <span>{shortage}</span> <Link to={way.to}>{way.label}</Link>
              </p>
            ) : (
              <p key="cost">{`${counted(cost, "credit")} a run, you have ${balance.toLocaleString("en-US")}.`}</p>
            )}
          </div>
          <div className={css.buttons}>
            <Button
              type="submit"
              size="lg"
              className={css.generate}
              leftSection={<Zap size={20} aria-hidden />}
              disabled={refusal !== null && !busy}
              off={busy}
              busy={generating}
              aria-describedby={hintId}
            >
              {generating ? "Generating..." : "Generate Thumbnails"}
            </Button>
            <Button
              type="button"
              size="lg"
              variant="default"
              leftSection={<RotateCcw size={18} aria-hidden />}
              className={css.reset}
              disabled={busy}
              onClick={props.onReset}
            >
              Reset
            </Button>
          </div>
        </div>
      </div>
      <p className={css.keys}>
        <KeyHint>
          Press <kbd>Ctrl</kbd> + <kbd>Enter</kbd> to generate from any field.
        </KeyHint>
      </p>
    </>
  );
}

/**
 * Whether the bar's place in the form is still below the window. Then the bar is fixed, not sticky: what lies half below
 * a fixed one is known to come out by scrolling, whatever lies there (WCAG 2.5.8, as axe measures it).
 */
function usePlace() {
  const ref = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(true);
  useEffect(() => {
    const place = ref.current;
    const bar = place?.firstElementChild;
    if (!place || !bar) return;
    function look(): void {
      const docked = Number.parseFloat(getComputedStyle(place!).getPropertyValue("--docked"));
      setBelow(place!.getBoundingClientRect().bottom > window.innerHeight - docked);
    }
    const observer = new ResizeObserver(([entry]) => {
      place.style.minHeight = `${entry?.borderBoxSize[0]?.blockSize}px`;
      look();
    });
    observer.observe(bar);
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, []);
  return { ref, isBelow };
}

/** Why the balance is too low for a run, where it is. The documented refusal names the cost alone. */
function shortageText({ balance, cost, minimumBalance }: Allowance, canBuy: boolean): string | null {
  if (balance >= minimumBalance) return null;
  if (balance === 0)
    return canBuy ? "You have no credits. Choose a package, then type a title." : "You have no credits.";
  const needs = `A run needs a balance of ${minimumBalance}`;
  if (balance < cost) return `${needs}; you have ${balance}.`;
  return balance === 1
    ? `${needs}; your last credit waits for the next top-up.`
    : `${needs}; your last ${balance} credits wait for the next top-up.`;
}
