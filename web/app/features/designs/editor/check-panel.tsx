import { Skeleton } from "@mantine/core";
import type { DesignCheckProps } from "#web/features/designs/editor/design-check.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";

const load = () => import("#web/features/designs/editor/design-check.tsx");

/** What a design's thumbnail will look like, once its scripts are here. */
export function CheckPanel(props: DesignCheckProps) {
  const { part, hasFailed, tryAgain } = usePart(load);
  if (hasFailed) return <ErrorState compact title="Check could not be loaded." onRetry={tryAgain} />;
  return part ? <part.DesignCheck {...props} /> : <Skeleton height={280} />;
}
