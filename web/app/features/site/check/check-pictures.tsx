import { useMemo } from "react";
import { checkLikeness } from "#drawing/check/check-picture.ts";
import type { CheckedPicture } from "#web/features/site/check/read-picture.ts";
import type { About, Candidate } from "#web/ui/check/candidate.ts";
import { CheckPanel } from "#web/ui/check/check-panel.tsx";
import { tabTextDraft, useDraft } from "#web/ui/use-draft.ts";

export { readPicture } from "#web/features/site/check/read-picture.ts";

/** The given pictures where they would be seen. What is typed beside them stays in this tab. */
export function CheckPictures({ pictures }: { pictures: readonly CheckedPicture[] }) {
  const [title, setTitle] = useDraft("check title", tabTextDraft);
  const [channel, setChannel] = useDraft("check channel", tabTextDraft);
  const [one, other] = pictures;
  const alike = useMemo(() => (one && other ? checkLikeness(one.pixels, other.pixels) : null), [one, other]);
  const candidates = pictures.map(
    ({ url, findings }, index): Candidate => ({
      key: url,
      name: `Thumbnail ${index + 1}`,
      draw: () => <img src={url} width={1280} height={720} alt="" />,
      findings,
    }),
  );
  const onAbout = (about: About) => {
    setTitle(about.title);
    setChannel(about.channel);
  };
  return <CheckPanel candidates={candidates} alike={alike} about={{ title, channel }} onAbout={onAbout} />;
}
