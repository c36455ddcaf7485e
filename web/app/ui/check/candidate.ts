import type { ReactNode } from "react";
import type { Finding } from "#drawing/check/finding.ts";

/** One of the pictures that are looked at. */
export interface Candidate {
  key: string;
  /** "Thumbnail 1". */
  name: string;
  /** Said on the picture where it is not one of those that are chosen from. */
  tag?: string;
  /** It fills a box of 16:9; `sizes` is how wide that is, as CSS says it. */
  draw(sizes: string): ReactNode;
  /** Null while it is measured; none for one that is only shown beside another. */
  findings: Finding[] | null;
  /** Why it could not be measured. */
  problem?: string;
  onRetry?: () => void;
}

/** What stands beside the pictures. */
export interface About {
  title: string;
  channel: string;
  /** Address of the channel's picture. */
  avatar?: string;
}
