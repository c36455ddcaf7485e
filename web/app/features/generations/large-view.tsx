import { Modal } from "@mantine/core";
import type { Generation } from "#contract/generations.ts";
import { DownloadButton } from "#web/features/generations/download-button.tsx";
import css from "#web/features/generations/large-view.module.css";

export type Enlarged = { generation: Generation; position: number };

/** One thumbnail at its full size, with the way to the other one, both downloads and the prompt it came from. */
export function LargeView(props: {
  shown: Enlarged | null;
  onShow: (next: Enlarged) => void;
  onClose: () => void;
}) {
  const { shown } = props;
  const image = shown?.generation.images[shown.position - 1];
  return (
    <Modal
      opened={shown !== null && image !== undefined}
      onClose={props.onClose}
      title={shown?.generation.title}
      size="72rem"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {shown && image && (
        <div className={css.view}>
          <img
            className={css.picture}
            src={image.url}
            width={1280}
            height={720}
            alt={`Thumbnail ${shown.position} for ${shown.generation.title}`}
          />
          <div className={css.bar}>
            <fieldset className={css.choices}>
              <legend className="visually-hidden">Thumbnail</legend>
              {shown.generation.images.map((other, index) => (
                <button
                  key={other.url}
                  type="button"
                  className={css.choice}
                  aria-pressed={index + 1 === shown.position}
                  onClick={() => props.onShow({ generation: shown.generation, position: index + 1 })}
                >
                  <img src={other.url} width={128} height={72} alt="" />
                  <span className="visually-hidden">Show thumbnail {index + 1}</span>
                </button>
              ))}
            </fieldset>
            <DownloadButton
              key={image.url}
              position={shown.position}
              url={image.url}
              createdAt={shown.generation.createdAt}
            />
          </div>
          {shown.generation.prompt && (
            <details className={css.prompt}>
              <summary>Prompt</summary>
              <p>{shown.generation.prompt}</p>
            </details>
          )}
        </div>
      )}
    </Modal>
  );
}
