import css from "#web/features/designs/editor/design-editor.module.css";
import { Modal } from "#web/ui/elements/modal.tsx";

const keys: [keys: string[], does: string][] = [
  [["Tab"], "Choose the next layer"],
  [["Shift", "Tab"], "Choose the one before"],
  [["←", "↑", "→", "↓"], "Move by 1 pixel"],
  [["Shift", "←"], "Move by 10 pixels"],
  [["Enter"], "Edit the chosen text"],
  [["Delete"], "Remove what is chosen"],
  [["Escape"], "Choose nothing"],
  [["Ctrl", "A"], "Choose everything"],
  [["Ctrl", "C"], "Copy"],
  [["Ctrl", "X"], "Cut"],
  [["Ctrl", "V"], "Paste"],
  [["Ctrl", "D"], "Duplicate"],
  [["Ctrl", "]"], "Bring forward"],
  [["Ctrl", "["], "Send backward"],
  [["Ctrl", "Z"], "Undo"],
  [["Ctrl", "Shift", "Z"], "Redo"],
  [["Alt"], "While dragging: without snapping"],
  [["Shift"], "While dragging: straight, in proportion, by 15°"],
  [["?"], "These keys"],
];

export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys">
      <p className={css.note}>They work while the picture has the focus; undo and redo anywhere.</p>
      <dl className={css.keys}>
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
