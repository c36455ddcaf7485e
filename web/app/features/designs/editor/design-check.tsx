import { useDeferredValue, useMemo, useState } from "react";
import { type Generation, getGeneration } from "#contract/generations.ts";
import { checkLikeness } from "#drawing/check/check-picture.ts";
import type { Finding } from "#drawing/check/finding.ts";
import type { Sources } from "#drawing/draw-document.ts";
import { useCall } from "#web/api/query.tsx";
import { CanvasLayers } from "#web/features/designs/editor/canvas-layers.tsx";
import { only } from "#web/features/designs/editor/selection.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import type { About, Candidate } from "#web/ui/check/candidate.ts";
import { CheckPanel } from "#web/ui/check/check-panel.tsx";
import { nowOf } from "#web/ui/check/now.tsx";
import { fontOf } from "#web/ui/drawn/fonts.ts";
import { type PixelsRead, usePictureAt, useWhole } from "#web/ui/drawn/ground-pixels.ts";
import { useDesignFindings } from "#web/ui/drawn/use-design-findings.ts";
import { smallUrl } from "#web/ui/preview-url.ts";

export interface DesignCheckProps {
  editor: Editor;
  design: { id: string; name: string; runId: string | undefined };
  ground: PixelsRead;
  picture: Sources["picture"];
  fontsVersion: number;
}

/** A design as it is at this moment where it will be seen, beside the other picture of its run. A fault is mended by a command. */
export function DesignCheck(props: DesignCheckProps) {
  const { editor, design, picture, fontsVersion } = props;
  const { document } = editor;
  const { user } = useViewer();
  const [said, setSaid] = useState("");
  const measured = useDesignFindings(document, props.ground);
  const run = useCall(
    getGeneration,
    { params: { id: design.runId ?? "" } },
    { enabled: design.runId !== undefined },
  ).data;
  const [typed, setTyped] = useState<About | null>(null);
  const about = typed ?? {
    title: design.name,
    channel: run?.video?.channel ?? user?.userName ?? "",
    ...(user?.profileURL?.startsWith("/uploads/") ? { avatar: user.profileURL } : {}),
  };
  const other = otherOf(run, design.id, document.art.kind === "picture" ? document.art.id : "");
  const { alike, tryAgain } = useLikeness(props, other?.url);

  const { findings } = measured;
  // To look for room takes longer than all else: what was found is shown first.
  const shown = useDeferredValue(findings, null);
  const fixable = useMemo(
    () => new Set(shown?.filter(({ fix, layer }) => layer && fix?.(document, layer.id, fontOf))),
    [shown, document],
  );
  function fixOf(finding: Finding): (() => void) | null {
    const { fix, layer } = finding;
    if (!fix || !layer || !fixable.has(finding)) return null;
    return () => {
      editor.run((present) => fix(present, layer.id, fontOf) ?? present);
      editor.select(only(layer.id));
      setSaid(`“${layer.text}” was mended. Undo takes it back.`);
    };
  }
  const own: Candidate = {
    key: design.id,
    name: "This design",
    draw: () => (
      <CanvasLayers
        document={document}
        picture={picture}
        preview={null}
        fontsVersion={fontsVersion}
        prefix="check"
      />
    ),
    ...measured,
    onRetry: () => {
      measured.onRetry?.();
      tryAgain();
    },
    findings: findings && [...findings, { what: "bytes", mark: "good" }],
  };
  return (
    <>
      <CheckPanel
        candidates={[own, ...(other ? [other.candidate] : []), ...nowOf(run?.video)]}
        alike={alike}
        about={about}
        onAbout={setTyped}
        fixOf={fixOf}
      />
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

/** The other picture of the run that the art is of, as it is by now. */
function otherOf(run: Generation | undefined, designId: string, pictureId: string) {
  const image = run?.images.find((each) => each.designId !== designId && each.id !== pictureId);
  if (!image) return null;
  const url = smallUrl(image);
  const candidate: Candidate = {
    key: image.id,
    name: "The other candidate",
    draw: () => <img src={url} width={1280} height={720} alt="" />,
    findings: [],
  };
  return { candidate, url };
}

function useLikeness(
  { editor, picture, fontsVersion }: Pick<DesignCheckProps, "editor" | "picture" | "fontsVersion">,
  otherUrl: string | undefined,
): { alike: Finding | null; tryAgain: () => void } {
  const own = useWhole(editor.document, picture, { fontsVersion, isWanted: otherUrl !== undefined });
  const other = usePictureAt(otherUrl);
  const alike = useMemo(
    () => (own.pixels && other.pixels ? checkLikeness(own.pixels, other.pixels) : null),
    [own.pixels, other.pixels],
  );
  return {
    alike,
    tryAgain() {
      own.tryAgain();
      other.tryAgain();
    },
  };
}
