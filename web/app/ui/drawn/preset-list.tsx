import { type TextPreset, textPresets } from "#drawing/text-presets.ts";
import css from "#web/ui/drawn/looks.module.css";
import { Sample } from "#web/ui/drawn/sample.tsx";

/** Looks of a text, each chosen with one press. `chosen` is the one that is, where one can be. */
export function PresetList(props: {
  chosen?: string | null | undefined;
  onChoose: (preset: TextPreset) => void;
}) {
  const { chosen, onChoose } = props;
  return (
    <div className={css.presets}>
      {textPresets.map((preset) => (
        <button
          key={preset.name}
          type="button"
          className={css.preset}
          title={preset.name}
          aria-pressed={chosen === undefined ? undefined : preset.name === chosen}
          onClick={() => onChoose(preset)}
        >
          <span className="visually-hidden">Style {preset.name}</span>
          <Sample text="Aa!" look={preset.look} id={`preset-${preset.name.replace(/\W/g, "")}`} />
        </button>
      ))}
    </div>
  );
}
