import { ImageIcon, Layers, Plus, ScanEye, SlidersHorizontal, X } from "lucide-react";
import type { Layer } from "#contract/design-document.ts";
import type { Sources } from "#drawing/draw-document.ts";
import { AddPanel } from "#web/features/designs/editor/add-panel.tsx";
import { ArtPanel } from "#web/features/designs/editor/art-panel.tsx";
import type { ArtSource } from "#web/features/designs/editor/change-art.tsx";
import type { DesignCheckProps } from "#web/features/designs/editor/design-check.tsx";
import { LayerPanel } from "#web/features/designs/editor/layer-panel.tsx";
import { LayersPanel } from "#web/features/designs/editor/layers-panel.tsx";
import css from "#web/features/designs/editor/panels.module.css";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import type { PixelsRead } from "#web/ui/drawn/ground-pixels.ts";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";

const panels = [
  { name: "add", label: "Add", icon: Plus },
  { name: "layer", label: "Edit", icon: SlidersHorizontal },
  { name: "layers", label: "Layers", icon: Layers },
  { name: "art", label: "Picture", icon: ImageIcon },
  { name: "check", label: "Check", icon: ScanEye },
] as const;
export type PanelName = (typeof panels)[number]["name"];

/** Beside the picture; on a phone a bar below it, from which the open one slides up. */
export function Panels(props: {
  editor: Editor;
  picture: Sources["picture"];
  ground: PixelsRead;
  artSource: ArtSource;
  design: DesignCheckProps["design"];
  fontsVersion: number;
  open: PanelName | null;
  onOpen: (panel: PanelName | null) => void;
  onAdded: (layer: Layer) => void;
}) {
  const { editor, open, onOpen, fontsVersion } = props;
  const ground = props.ground.pixels;
  const label = panels.find(({ name }) => name === open)?.label;
  return (
    <div className={css.panels}>
      <nav className={css.bar} aria-label="Tools">
        {panels.map(({ name, label, icon: Icon }) => (
          <button
            key={name}
            type="button"
            className={css.tab}
            aria-expanded={open === name}
            aria-controls="design-panel"
            onClick={() => onOpen(open === name ? null : name)}
          >
            <Icon size={20} aria-hidden />
            {label}
          </button>
        ))}
      </nav>
      <section id="design-panel" className={css.panel} aria-label={label ?? "Tool"} hidden={open === null}>
        <button type="button" className={css.close} onClick={() => onOpen(null)}>
          <X size={20} aria-hidden />
          <span className="visually-hidden">Close {label}</span>
        </button>
        <h2 className={css.heading}>{label}</h2>
        {open === "add" && <AddPanel editor={editor} onAdded={props.onAdded} />}
        {open === "layer" && <LayerPanel editor={editor} ground={ground} fontsVersion={fontsVersion} />}
        {open === "layers" && <LayersPanel editor={editor} />}
        {open === "art" && (
          <ArtPanel editor={editor} picture={props.picture} ground={ground} source={props.artSource} />
        )}
        {open === "check" && <CheckPanel {...props} />}
      </section>
    </div>
  );
}

const loadCheck = () => import("#web/features/designs/editor/design-check.tsx");

/** What a design's thumbnail will look like, once its scripts are here. */
function CheckPanel(props: DesignCheckProps) {
  const { part, failure } = usePart(loadCheck);
  if (failure) return <ErrorState compact title="Check could not be loaded." {...failure} />;
  return part ? <part.DesignCheck {...props} /> : <Skeleton height={280} />;
}
