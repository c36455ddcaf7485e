import { type ComponentProps, type ReactNode, useMemo, useRef, useState } from "react";
import { uploadBytes, uploadImage, uploadTooLarge } from "#contract/uploads.ts";
import { ApiError, api } from "#web/api/client.ts";
import type { MediaLibrary } from "#web/features/media/media-library.tsx";
import { leaveQuestion, useConfirm } from "#web/ui/confirm.tsx";
import { type ImagePicker, ImagePickerContext, type PickedImage } from "#web/ui/editing/image-field.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { useOnceLeft } from "#web/ui/place.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";

/** Gives the image fields below it the shop's upload and media library. */
export function MediaProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const ask = useConfirm();
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

  // The field that it was opened for goes with its panel.
  useOnceLeft(() => done(null));

  async function close() {
    if (!isTyped || (await ask(leaveQuestion))) done(null);
  }

  return (
    <ImagePickerContext value={picker}>
      {children}
      <Modal opened={opened} onClose={close} title="Media library" size="xl">
        <LateLibrary onTyped={setTyped} onDone={done} />
      </Modal>
    </ImagePickerContext>
  );
}

const load = () => import("#web/features/media/media-library.tsx");

function LateLibrary(props: ComponentProps<typeof MediaLibrary>) {
  const { part, failure } = usePart(load);
  if (part) return <part.MediaLibrary {...props} />;
  if (failure) return <ErrorState compact title="The media library could not be loaded." {...failure} />;
  return <Skeleton height={300} />;
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
