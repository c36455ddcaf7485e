import { useMemo, useState } from "react";
import type { DesignDocument } from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import { getDesign } from "#contract/designs.ts";
import type { Generation, GenerationImage } from "#contract/generations.ts";
import { checkLikeness, checkPicture } from "#drawing/check/check-picture.ts";
import type { Finding } from "#drawing/check/finding.ts";
import { countWords } from "#drawing/check/letters.ts";
import type { Pixels } from "#drawing/check/pixels.ts";
import { useCall } from "#web/api/query.tsx";
import { ThumbnailImage } from "#web/features/generations/thumbnail-image.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import type { About, Candidate } from "#web/ui/check/candidate.ts";
import { CheckPanel, CheckPanelInView } from "#web/ui/check/check-panel.tsx";
import { nowOf } from "#web/ui/check/now.tsx";
import { useGround, usePictureAt } from "#web/ui/drawn/ground-pixels.ts";
import { usePictures } from "#web/ui/drawn/pictures.ts";
import { useDesignFindings } from "#web/ui/drawn/use-design-findings.ts";
import { smallUrl } from "#web/ui/preview-url.ts";

/** Both pictures of a run where they will be seen. */
export function GenerationCheckPanel({ generation, inView }: { generation: Generation; inView: boolean }) {
  const { user } = useViewer();
  const [about, setAbout] = useState<About>({
    title: generation.title,
    channel: generation.video?.channel ?? user?.userName ?? "",
    ...(user?.profileURL?.startsWith("/uploads/") ? { avatar: user.profileURL } : {}),
  });
  const [one, other] = [useCandidate(generation, 0), useCandidate(generation, 1)];
  const alike = useMemo(
    () => (one.pixels && other.pixels ? checkLikeness(one.pixels, other.pixels) : null),
    [one.pixels, other.pixels],
  );
  const Panel = inView ? CheckPanelInView : CheckPanel;
  return (
    <Panel
      candidates={[one.candidate, other.candidate, ...nowOf(generation.video)]}
      alike={alike}
      about={about}
      onAbout={setAbout}
    />
  );
}

/** What the shop keeps is within the limit. */
const bytes: Finding = { what: "bytes", mark: "good" };

function useCandidate(generation: Generation, index: 0 | 1): { candidate: Candidate; pixels: Pixels | null } {
  const image = generation.images[index]!;
  const picture = usePictureAt(smallUrl(image));
  const { pixels } = picture;
  const ofDesign = useDesignOf(image);
  const words = wordsOf(generation, image);
  const ofPicture = useMemo(() => pixels && checkPicture(pixels, words), [pixels, words]);
  const measured = image.designId
    ? ofDesign
    : {
        findings: ofPicture,
        ...(picture.hasFailed
          ? { problem: "The picture could not be loaded.", onRetry: picture.tryAgain }
          : {}),
      };
  const candidate = {
    key: image.url,
    name: `Thumbnail ${image.position}`,
    draw: (sizes: string) => <ThumbnailImage image={image} sizes={sizes} alt="" />,
    ...measured,
    findings: measured.findings && [...measured.findings, bytes],
  };
  return { candidate, pixels };
}

/** How many words are on it: as they were read, or as the model was asked to letter them, where that is known. */
function wordsOf({ kind, words, title }: Generation, { spelling }: GenerationImage): number | undefined {
  if (spelling) return countWords(spelling.read);
  if (kind !== "new") return undefined;
  return words === "drawn" ? countWords(title) : 0;
}

const nothing: DesignDocument = {
  format: 1,
  art: { kind: "colour", colour: "#000000", ...untouched },
  layers: [],
};

/** What the design says that was made of an image, as it is by now. */
function useDesignOf({ designId = "" }: GenerationImage) {
  const design = useCall(getDesign, { params: { id: designId } }, { enabled: designId !== "", staleTime: 0 });
  const present = design.isReadSinceMount ? design.data?.document : undefined;
  const document = present ?? nothing;
  // Its words are not held against what is behind the words of another document.
  const ground = useGround(present ?? null, usePictures(designId, document));
  const measured = useDesignFindings(document, ground);
  if (design.isError && !present)
    return {
      findings: null,
      problem: "The design could not be loaded.",
      onRetry: () => void design.refetch(),
    };
  return present ? measured : { findings: null };
}
