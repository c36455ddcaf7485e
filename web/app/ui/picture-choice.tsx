import { Check } from "lucide-react";
import css from "#web/ui/picture-choice.module.css";

interface ChoicePicture {
  id: string;
  name: string;
  previewUrl: string;
}

/**
 * Small pictures to press. With `chosen` each is switched on and off, and with `isFull` no further one on; `action` says
 * what a press does, before the picture's name.
 */
export function PictureChoice<P extends ChoicePicture>(props: {
  pictures: readonly P[];
  action?: string;
  chosen?: readonly string[];
  isFull?: boolean;
  onChoose: (picture: P) => void;
}) {
  const { pictures, chosen, isFull = false, action } = props;
  return (
    <div className={css.choice}>
      {pictures.map((picture) => {
        const { id, name, previewUrl } = picture;
        const isChosen = chosen?.includes(id);
        return (
          <button
            key={id}
            type="button"
            className={css.picture}
            title={name}
            aria-pressed={isChosen}
            disabled={isFull && !isChosen}
            onClick={() => props.onChoose(picture)}
          >
            <img src={`${previewUrl}?width=320`} alt="" loading="lazy" decoding="async" />
            {isChosen && (
              <span className={css.mark}>
                <Check size={14} aria-hidden />
              </span>
            )}
            <span className="visually-hidden">{action ? `${action} ${name}` : name}</span>
          </button>
        );
      })}
    </div>
  );
}
