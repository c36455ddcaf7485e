import { useMediaQuery } from "@mantine/hooks";
import { ArrowLeft, Frame, Redo2, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { type Design, noSuchDesign } from "#contract/designs.ts";
import type { SaveStatus } from "#web/features/designs/editor/autosave.ts";
import { Canvas } from "#web/features/designs/editor/canvas.tsx";
import type { ArtAsked } from "#web/features/designs/editor/change-art.tsx";
import { Conflict } from "#web/features/designs/editor/conflict.tsx";
import { Deleted } from "#web/features/designs/editor/deleted.tsx";
import css from "#web/features/designs/editor/design-editor.module.css";
import { DesignName } from "#web/features/designs/editor/design-name.tsx";
import { DownloadMenu } from "#web/features/designs/editor/download.tsx";
import { MoreMenu } from "#web/features/designs/editor/more-menu.tsx";
import type { PanelName } from "#web/features/designs/editor/panels.tsx";
import { useAutosave } from "#web/features/designs/editor/use-autosave.ts";
import { takeFiles, useScreenKeys } from "#web/features/designs/editor/use-canvas-keys.ts";
import { type Editor, useEditor } from "#web/features/designs/editor/use-editor.ts";
import { Problem, useAttempt } from "#web/ui/attempt.tsx";
import { useCheckOpen } from "#web/ui/check/check-state.ts";
import { useFonts } from "#web/ui/drawn/fonts.ts";
import { useGround } from "#web/ui/drawn/ground-pixels.ts";
import { usePictures } from "#web/ui/drawn/pictures.ts";
import { ActionIcon, Button } from "#web/ui/elements/button.tsx";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";

export { preloadFonts } from "#web/ui/drawn/fonts.ts";

const loadPanels = () => import("#web/features/designs/editor/panels.tsx");

/** One design under work. `design` is what it starts from; what comes later is the editor's own. */
export function DesignEditor({ design, userId }: { design: Design; userId: string }) {
  const editor = useEditor(design.document);
  const { document } = editor;
  const save = useAutosave(userId, design, document, (next) => editor.run(() => next));
  const fonts = useFonts(document.layers);
  const isWide = useMediaQuery("(width >= 1024px)") ?? false;
  const [name, setName] = useState(design.name);
  const [isCheckOpen, setCheckOpen] = useCheckOpen();
  const [panel, setPanel] = useState<PanelName | null | undefined>(isCheckOpen ? "check" : undefined);
  const [editing, setEditing] = useState<string | null>(null);
  const [showGuides, setShowGuides] = useState(false);
  const [showKeys, setShowKeys] = useState(false);
  const [more, download] = [useAttempt(), useAttempt()];
  const query = useQueryInUrl();
  const [asked, onAsked] = useState<ArtAsked>({ isStarting: false, refusal: null });
  const picture = useRef<HTMLDivElement>(null);
  // The picture comes first, and can be changed by hand meanwhile.
  const panels = usePart(loadPanels);
  const open = panel === undefined ? (isWide ? "add" : null) : panel;
  // On a phone a panel takes the lower half: the picture is to be seen above it.
  useEffect(() => {
    if (open && !isWide) picture.current?.scrollIntoView({ block: "start" });
  }, [open, isWide]);
  const pictureOf = usePictures(design.id, document);
  const ground = useGround(document, pictureOf);

  useScreenKeys(editor);

  async function saveFirst(): Promise<void> {
    if (!(await save.flush())) throw new Error("The newest changes could not be saved yet.");
  }

  /** That Check is open is in the address, with how it is looked at. */
  function openPanel(next: PanelName | null): void {
    setPanel(next);
    if ((next === "check") !== isCheckOpen) setCheckOpen(next === "check");
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file may be let go of anywhere on the screen.
    <div
      className={css.screen}
      data-panel={open ?? undefined}
      onDragOver={(event) => takeFiles(event, event.dataTransfer)}
      onDrop={(event) => takeFiles(event, event.dataTransfer, editor)}
    >
      <header className={css.head}>
        <Link to="/user/designs" className={css.back}>
          <ArrowLeft size={20} aria-hidden />
          <span>Designs</span>
        </Link>
        <DesignName design={{ id: design.id, name }} onNamed={setName} />
        <p className={css.status} role="status" data-status={save.status}>
          {save.refusal ?? statusWords[save.status]}
        </p>
        <Tools editor={editor} showGuides={showGuides} onGuides={() => setShowGuides(!showGuides)}>
          <MoreMenu
            id={design.id}
            attempt={more.attempt}
            save={saveFirst}
            onRestored={save.adopt}
            showKeys={showKeys}
            onKeys={setShowKeys}
          />
        </Tools>
        <DownloadMenu
          id={design.id}
          name={name}
          attempt={download.attempt}
          busy={download.busy}
          save={saveFirst}
        />
      </header>
      <Problem text={more.problem} />
      <Problem text={download.problem} />
      {save.refusal === noSuchDesign && (
        <Deleted design={{ id: design.id, name }} document={document} save={save} />
      )}
      {save.theirs && (
        <Conflict
          mine={document}
          theirs={save.theirs.document}
          designId={design.id}
          fontsVersion={fonts.version}
          onChoose={save.choose}
        />
      )}
      {fonts.hasFailed && (
        <p className={css.warning} role="alert">
          Some letters could not be loaded.{" "}
          <Button size="compact-sm" variant="subtle" onClick={fonts.tryAgain}>
            Try again
          </Button>
        </p>
      )}
      <div className={css.work}>
        <div ref={picture} className={css.picture}>
          <Canvas
            editor={editor}
            picture={pictureOf}
            fontsVersion={fonts.version}
            showGuides={showGuides}
            editing={editing}
            onEdit={setEditing}
            onHelp={() => setShowKeys(true)}
          />
          <Problem text={editor.problem} />
        </div>
        {panels.failure && <ErrorState compact title="The tools could not be loaded." {...panels.failure} />}
        {panels.part && (
          <panels.part.Panels
            editor={editor}
            picture={pictureOf}
            ground={ground}
            design={{ id: design.id, name, runId: design.runId }}
            artSource={{
              designId: design.id,
              runId: design.runId,
              flush: save.flush,
              query,
              asked,
              onAsked,
            }}
            fontsVersion={fonts.version}
            open={open}
            onOpen={openPanel}
            onAdded={(layer) => {
              openPanel(isWide ? "layer" : null);
              if (layer.kind === "text") setEditing(layer.id);
            }}
          />
        )}
      </div>
    </div>
  );
}

const statusWords: Record<SaveStatus, string> = {
  saved: "Saved",
  unsaved: "Saving…",
  saving: "Saving…",
  offline: "Not saved yet: kept on this device",
  conflict: "Changed in two places",
  refused: "Not saved",
};

function Tools(props: { editor: Editor; showGuides: boolean; onGuides: () => void; children: ReactNode }) {
  const { editor } = props;
  const tool = { variant: "default", size: 44 } as const;
  return (
    <div className={css.tools}>
      <ActionIcon {...tool} aria-label="Undo" title="Undo" off={!editor.canUndo} onClick={editor.undo}>
        <Undo2 size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon {...tool} aria-label="Redo" title="Redo" off={!editor.canRedo} onClick={editor.redo}>
        <Redo2 size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...tool}
        variant={props.showGuides ? "light" : "default"}
        aria-label="Safe area and badge"
        title="Safe area and badge"
        aria-pressed={props.showGuides}
        onClick={props.onGuides}
      >
        <Frame size={18} aria-hidden />
      </ActionIcon>
      {props.children}
    </div>
  );
}
