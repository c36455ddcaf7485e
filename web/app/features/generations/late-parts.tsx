import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { lateRegion } from "#web/ui/late-region.tsx";
import { Status } from "#web/ui/status.tsx";

/** What the generator has below and beside its form: the server renders it, and it comes alive after the form. */
export const GenerationList = lateRegion(
  () => import("#web/features/generations/gallery/generation-list.tsx").then((part) => part.GenerationList),
  "Your gallery could not be loaded.",
  () => <Skeleton height={320} />,
);

export const RunUnderWay = lateRegion(
  () => import("#web/features/generations/run-under-way.tsx").then((part) => part.RunUnderWay),
  "What becomes of the run could not be shown.",
  () => <Status>AI is generating your thumbnails...</Status>,
);

export const Results = lateRegion(
  () => import("#web/features/generations/results.tsx").then((part) => part.Results),
  "Your thumbnails could not be shown.",
  () => <Skeleton style={{ aspectRatio: "16 / 9", height: "auto" }} />,
);

export const GenerationCheck = lateRegion(
  () => import("#web/features/generations/generation-check.tsx").then((part) => part.GenerationCheck),
  "Check could not be loaded.",
  () => null,
);

/** Comes ahead of a failure, and so does what is said of one: with no network it could not. */
export const NextButton = lateRegion(
  () => import("#web/features/generations/failures.tsx").then((part) => part.NextButton),
  "The way on could not be shown.",
  () => null,
);
