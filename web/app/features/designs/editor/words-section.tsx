import { AlignCenter, AlignLeft, AlignRight, Maximize } from "lucide-react";
import { useState } from "react";
import type { TextLayer } from "#contract/design-document.ts";
import { fileChain } from "#drawing/fonts/faces.ts";
import { layOutText } from "#drawing/text/lay-out.ts";
import { missingLetters } from "#drawing/text/letters.ts";
import { change } from "#web/features/designs/editor/commands.ts";
import { ColourField, Section } from "#web/features/designs/editor/controls.tsx";
import { fitted } from "#web/features/designs/editor/fit-text.ts";
import type { SetFields } from "#web/features/designs/editor/look-fields.tsx";
import css from "#web/features/designs/editor/panels.module.css";
import { colourLetters, fillAt, rewriteLines, textOf } from "#web/features/designs/editor/rewrite-lines.ts";
import { only } from "#web/features/designs/editor/selection.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { fontOf } from "#web/ui/drawn/fonts.ts";
import { ActionIcon, Button } from "#web/ui/elements/button.tsx";
import { Textarea } from "#web/ui/elements/inputs.tsx";

const aligns = [
  ["left", AlignLeft],
  ["centre", AlignCenter],
  ["right", AlignRight],
] as const;

/** What a text says, to which side, and in which colour a part of it stands out. */
export function WordsSection(props: { layer: TextLayer; editor: Editor; set: SetFields; colours: string[] }) {
  const { layer, editor, set } = props;
  const text = textOf(layer.lines);
  const missing = missingLetters(text.replaceAll("\n", " "), layer.font, layer.weight, fontOf);
  const isLoading = fontOf(fileChain(layer.font, layer.weight)[0]!.name) === undefined;
  const [marked, setMarked] = useState<Marked | null>(null);
  return (
    <Section title="Words">
      <Textarea
        size="sm"
        label="Words"
        minRows={2}
        maxRows={6}
        value={text}
        onChange={(event) => {
          setMarked(null);
          set({ lines: rewriteLines(layer.lines, event.currentTarget.value) }, "words");
        }}
        onSelect={({ currentTarget }) => setMarked(markedIn(currentTarget))}
        onBlur={editor.settle}
        description={
          !isLoading && missing.length > 0
            ? `No font here has these: ${missing.slice(0, 8).join(" ")}`
            : "Choose a part of it to give that a colour of its own."
        }
      />
      {marked && <MarkedColour {...props} key={`${marked.start} ${marked.end}`} marked={marked} />}
      <div className={css.row}>
        {aligns.map(([align, Icon]) => (
          <ActionIcon
            key={align}
            size={44}
            variant={layer.align === align ? "light" : "default"}
            aria-label={`Align ${align}`}
            aria-pressed={layer.align === align}
            onClick={() => set(aligned(layer, align))}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ))}
        <Button
          size="sm"
          variant="default"
          leftSection={<Maximize size={16} aria-hidden />}
          onClick={() => editor.run(change(only(layer.id), fitted(layer)))}
        >
          Fit
        </Button>
      </div>
    </Section>
  );
}

/** A part of the text, in letters; a line's end counts as one. */
interface Marked {
  start: number;
  end: number;
  words: string;
}

/** A field counts in UTF-16, a text in letters. */
function markedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Marked | null {
  const words = value.slice(selectionStart, selectionEnd);
  if (words.trim() === "") return null;
  const start = [...value.slice(0, selectionStart)].length;
  return { start, end: start + [...words].length, words: words.replaceAll("\n", " ") };
}

function MarkedColour(props: {
  layer: TextLayer;
  editor: Editor;
  set: SetFields;
  colours: string[];
  marked: Marked;
}) {
  const { layer, editor, set, marked } = props;
  const { start, end } = marked;
  const own = fillAt(layer.lines, start);
  const colour = (fill: string | undefined) =>
    set({ lines: colourLetters(layer.lines, start, end, fill) }, `colour of ${start} ${end}`);
  return (
    <>
      <ColourField
        label={`Colour of “${marked.words}”`}
        value={own ?? layer.fill}
        colours={props.colours}
        onChange={colour}
        onEnd={editor.settle}
      />
      {own && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => colour(undefined)}>
          As the rest
        </Button>
      )}
    </>
  );
}

/** The text stays where it is seen, whichever of its sides its place is told by. */
function aligned(layer: TextLayer, align: TextLayer["align"]): { align: TextLayer["align"]; x: number } {
  const { box } = layOutText(layer, fontOf);
  const x = align === "left" ? box.x : align === "centre" ? box.x + box.width / 2 : box.x + box.width;
  return { align, x: Math.round(x * 100) / 100 };
}
