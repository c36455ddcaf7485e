import { type TextPreset, textPresets } from "#drawing/text-presets.ts";
import css from "#web/features/designs/editor/panels.module.css";
import { Sample } from "#web/features/designs/editor/sample.tsx";

/** Looks of a text, each applied with one press. */
export function PresetList({ onChoose }: { onChoose: (preset: TextPreset) => void }) {
  return (
    <div className={css.presets}>
      {textPresets.map((preset) => (
        <button
          key={preset.name}
          type="button"
          className={css.preset}
          title={preset.name}
          onClick={() => onChoose(preset)}
        >
          <span className="visually-hidden">Style {preset.name}</span>
          <Sample text="Aa!" look={preset.look} id={`preset-${preset.name.replace(/\W/g, "")}`} />
        </button>
      ))}
    </div>
  );
}
