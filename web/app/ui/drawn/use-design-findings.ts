import { useMemo } from "react";
import type { DesignDocument } from "#contract/design-document.ts";
import { checkDesign } from "#drawing/check/check-design.ts";
import type { Finding } from "#drawing/check/finding.ts";
import { areHere, fontOf, useFonts } from "#web/ui/drawn/fonts.ts";
import type { PixelsRead } from "#web/ui/drawn/ground-pixels.ts";

/** What a document tells of its thumbnail, once its letters and what is behind them are here. */
export function useDesignFindings(
  document: DesignDocument,
  ground: PixelsRead,
): { findings: Finding[] | null; problem?: string; onRetry?: () => void } {
  const { version, hasFailed, tryAgain } = useFonts(document.layers);
  const { pixels } = ground;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fonts are outside of what React sees.
  const findings = useMemo(
    () => (pixels && areHere(document.layers) ? checkDesign(document, pixels, fontOf) : null),
    [document, pixels, version],
  );
  if (hasFailed) return { findings, problem: "Some letters could not be loaded.", onRetry: tryAgain };
  if (ground.hasFailed)
    return { findings, problem: "The picture could not be loaded.", onRetry: ground.tryAgain };
  return { findings };
}
