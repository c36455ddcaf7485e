import { type ReactNode, useMemo, useRef, useState } from "react";
import { MediaLibrary } from "#web/features/media/media-library.tsx";
import { uploadPicture } from "#web/features/media/upload-picture.ts";
import { type ImagePicker, ImagePickerContext, type PickedImage } from "#web/ui/editing/image-field.tsx";

/** Gives the image fields below it the shop's upload and media library. */
export function MediaProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const answer = useRef<(image: PickedImage | null) => void>(undefined);

  const picker = useMemo<ImagePicker>(
    () => ({
      upload: uploadPicture,
      choose() {
        answer.current?.(null);
        setOpened(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      },
    }),
    [],
  );

  function done(image: PickedImage | null) {
    setOpened(false);
    answer.current?.(image);
    answer.current = undefined;
  }

  return (
    <ImagePickerContext value={picker}>
      {children}
      <MediaLibrary opened={opened} onDone={done} />
    </ImagePickerContext>
  );
}
