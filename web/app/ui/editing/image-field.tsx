import { FolderOpen, Trash2, Upload } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffectEvent } from "react";
import { useAttempt } from "#web/ui/attempt.tsx";
import styles from "#web/ui/editing/image-field.module.css";
import { PendingUploadsContext } from "#web/ui/editing/pending-uploads.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { FileButton } from "#web/ui/elements/file-button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { useIsHere } from "#web/ui/is-here.ts";

export type PickedImage = { url: string; alt: string };

/** Where pictures come from: the media feature fills it, the editors' fields use it, routes bring both together. */
export type ImagePicker = {
  /** Uploads one file; throws an Error with the text to show. */
  upload: (file: File) => Promise<string>;
  /** Opens the library; null when the person closes it. */
  choose: () => Promise<PickedImage | null>;
};

export const ImagePickerContext = createContext<ImagePicker | null>(null);

function useImagePicker(): ImagePicker {
  const picker = useContext(ImagePickerContext);
  if (!picker) throw new Error("An image field needs an image picker around it.");
  return picker;
}

type InputProps = { value?: string; onChange: (value: string) => void; error?: ReactNode; id?: string };

/**
 * A picture by upload, from the media library or by URL, with its preview (at most 200 px wide) and, where the
 * record keeps one, its alternative text. A broken address shows the placeholder.
 */
export function ImageField(props: {
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** What the picture is meant to stand on; its preview does. */
  ground?: "light" | "dark";
  input: InputProps;
  /** The alternative text, where the record keeps one. */
  alt?: InputProps;
  altLabel?: string;
}) {
  const { label, input, alt } = props;
  const picker = useImagePicker();
  const { track } = useContext(PendingUploadsContext);
  const { attempt, busy, problem, setProblem } = useAttempt();
  const url = input.value ?? "";
  const isHere = useIsHere();

  // Its entry of a list may have been moved meanwhile, and another address typed, which stays.
  const put = useEffectEvent((value: string, before: string) => {
    // Another field may have taken its place, over the same value.
    if (!isHere()) return;
    if (url === before) input.onChange(value);
    else setProblem("The picture is in the library. The address that you typed stays.");
  });

  async function upload(file: File | null) {
    if (!file) return;
    await attempt("", () => {
      const uploading = picker.upload(file).then((uploaded) => put(uploaded, url));
      track(uploading);
      return uploading;
    });
  }

  async function choose() {
    const image = await picker.choose();
    if (!image) return;
    setProblem(null);
    input.onChange(image.url);
    if (alt && !alt.value) alt.onChange(image.alt);
  }

  return (
    <div className={styles.field}>
      <div className={styles.preview} data-ground={props.ground} data-scheme={props.ground}>
        <ImageWithFallback src={url} alt="" className={styles.image} />
      </div>
      <div className={styles.inputs}>
        <TextInput
          type="url"
          label={label}
          description={props.description}
          required={props.required}
          id={input.id}
          value={url}
          error={problem ?? input.error}
          onChange={(event) => {
            setProblem(null);
            input.onChange(event.currentTarget.value);
          }}
        />
        <Group gap="xs">
          <FileButton onChange={upload} accept="image/jpeg,image/png,image/webp,image/gif">
            {(button) => (
              <Button
                {...button}
                size="sm"
                variant="default"
                off={busy}
                leftSection={<Upload size={16} aria-hidden />}
              >
                {busy ? "Uploading..." : "Upload"}
                <span className="visually-hidden"> {label}</span>
              </Button>
            )}
          </FileButton>
          <Button
            size="sm"
            variant="default"
            leftSection={<FolderOpen size={16} aria-hidden />}
            onClick={choose}
          >
            Library<span className="visually-hidden"> for {label}</span>
          </Button>
          {url && (
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => input.onChange("")}
            >
              Remove<span className="visually-hidden"> {label}</span>
            </Button>
          )}
        </Group>
        {alt && (
          <TextInput
            label={props.altLabel ?? "Alternative text"}
            description="What the picture shows, for those who can't see it. Blank for decoration."
            id={alt.id}
            value={alt.value ?? ""}
            error={alt.error}
            onChange={(event) => alt.onChange(event.currentTarget.value)}
          />
        )}
      </div>
    </div>
  );
}
