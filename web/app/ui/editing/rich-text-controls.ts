import { type ChainedCommands, type Editor, useEditorState } from "@tiptap/react";
import {
  Bold,
  Heading2,
  Heading3,
  Heading4,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Underline,
  Undo2,
  Unlink,
} from "lucide-react";

export interface Control {
  label: string;
  icon: LucideIcon;
  /** Left out where an address is asked for first. */
  run?: (chain: ChainedCommands) => ChainedCommands;
  /** Only of what is on or off where the caret stands. */
  isActive?: (editor: Editor) => boolean;
  isPossible?: (editor: Editor) => boolean;
}

const heading = (level: 2 | 3 | 4, icon: LucideIcon): Control => ({
  label: `Heading ${level}`,
  icon,
  run: (chain) => chain.toggleHeading({ level }),
  isActive: (editor) => editor.isActive("heading", { level }),
});

const toggle = (
  label: string,
  icon: LucideIcon,
  name: string,
  run: NonNullable<Control["run"]>,
): Control => ({
  label,
  icon,
  run,
  isActive: (editor) => editor.isActive(name),
});

export const groups: Control[][] = [
  [
    toggle("Bold", Bold, "bold", (chain) => chain.toggleBold()),
    toggle("Italic", Italic, "italic", (chain) => chain.toggleItalic()),
    toggle("Underline", Underline, "underline", (chain) => chain.toggleUnderline()),
  ],
  [heading(2, Heading2), heading(3, Heading3), heading(4, Heading4)],
  [
    toggle("Bullet list", List, "bulletList", (chain) => chain.toggleBulletList()),
    toggle("Ordered list", ListOrdered, "orderedList", (chain) => chain.toggleOrderedList()),
    toggle("Blockquote", Quote, "blockquote", (chain) => chain.toggleBlockquote()),
  ],
  [
    { label: "Link", icon: Link, isActive: (editor) => editor.isActive("link") },
    { label: "Remove link", icon: Unlink, run: (chain) => chain.unsetLink() },
  ],
  [
    { label: "Undo", icon: Undo2, run: (chain) => chain.undo(), isPossible: (editor) => editor.can().undo() },
    { label: "Redo", icon: Redo2, run: (chain) => chain.redo(), isPossible: (editor) => editor.can().redo() },
  ],
];
const controls = groups.flat();

/** The labels of the controls that are on, and of those that can do nothing now. */
export function useControlStates(editor: Editor | null): { active: string[]; disabled: string[] } {
  const states = useEditorState({
    editor,
    // The hook's own snapshot has no editor before the first transaction.
    selector: () => {
      const live = editor && !editor.isDestroyed ? editor : null;
      const labelsOf = (test: (control: Control) => boolean) =>
        controls.filter(test).map(({ label }) => label);
      return {
        active: labelsOf(({ isActive }) => Boolean(live && isActive?.(live))),
        disabled: labelsOf(({ isPossible }) => !live || isPossible?.(live) === false),
      };
    },
  });
  return states ?? { active: [], disabled: controls.map(({ label }) => label) };
}
