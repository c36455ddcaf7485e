import { type ReactNode, useMemo, useRef, useState } from "react";
import { uploadBytes, uploadImage, uploadTooLarge } from "#contract/uploads.ts";
import { ApiError, api } from "#web/api/client.ts";
import { MediaLibrary } from "#web/features/media/media-library.tsx";
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

/** Uploads one picture and answers its site path. Throws an Error with the text to show. */
export async function uploadPicture(file: File): Promise<string> {
  if (!file.type.startsWith("image/")) throw new Error("Please choose an image file.");
  if (file.size > uploadBytes) throw new Error(uploadTooLarge);
  const body = new FormData();
  body.set("image", file);
  try {
    return (await api(uploadImage, { body } as never)).body.file.url;
  } catch (error) {
    const detail = error instanceof ApiError && error.status > 0 && error.status < 500 ? error.message : null;
    throw new Error(detail ?? "Failed to upload image.", { cause: error });
  }
}
