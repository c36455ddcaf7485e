import type { ComponentProps } from "react";
import type RichText from "#web/ui/editing/rich-text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";

const loadEditor = () => import("#web/ui/editing/rich-text.tsx");

/** The editor's library is heavy, so it comes with the first text that is written. */
export function LateRichText(props: ComponentProps<typeof RichText>) {
  const { part, failure } = usePart(loadEditor);
  if (failure) return <ErrorState compact title="The text editor could not be loaded." {...failure} />;
  return part ? <part.default {...props} /> : <Skeleton height={320} />;
}
