import { CircleUserRound, Trash2, Upload } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { updateUserProfile } from "#contract/profile.ts";
import { uploadBytes, uploadImage, uploadTooLarge } from "#contract/uploads.ts";
import type { UserRecord } from "#contract/users.ts";
import { api } from "#web/api/client.ts";
import { type ProfilePlace, profileToasts } from "#web/features/accounts/own-user.ts";
import styles from "#web/features/accounts/profile.module.css";
import { failureText, useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { FileButton } from "#web/ui/elements/file-button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { useUnloadGuard } from "#web/ui/unload-guard.ts";
import { usePart } from "#web/ui/use-part.ts";

const loadCrop = () => import("#web/features/accounts/crop-modal.tsx");
type CropModal = Awaited<ReturnType<typeof loadCrop>>["CropModal"];

const uploadFailed = "Failed to upload image.";
const removalFailed = "An error occurred while updating your profile.";

/** The photo, cropped to a square before it is uploaded; it is saved at once, apart from the form. */
export function ProfilePhoto(props: {
  record: UserRecord;
  place: ProfilePlace;
  onSaved: (record: UserRecord) => void;
}) {
  const { record, onSaved } = props;
  const toasts = profileToasts(props.place);
  const [file, setFile] = useState<File | null>(null);
  const { attempt, busy, problem, setProblem } = useAttempt();
  useUnloadGuard(busy);

  function choose(chosen: File | null): void {
    if (!chosen) return;
    const text = problemOf(chosen);
    setProblem(text);
    if (text) toasts.error(text);
    else setFile(chosen);
  }

  async function save(work: () => Promise<string | null>, done: string, failed: string): Promise<void> {
    const isSaved = await attempt(
      (error) => ((error as Error).message === failed ? failed : failureText(failed, error)),
      async () => {
        const body = { profileURL: await work() };
        onSaved((await api(updateUserProfile, { params: { id: record._id }, body })).body.data);
      },
    );
    if (isSaved) toasts.success(done);
    else toasts.error(failed);
    setFile(null);
  }

  return (
    <div className={styles.photoRow}>
      <ImageWithFallback
        className={styles.photo}
        sizes="7rem"
        src={record.profileURL}
        alt={`Photo of ${record.userName}`}
        ratio={1}
        fallback={
          <span className={styles.noPhoto}>
            <CircleUserRound size={56} strokeWidth={1.25} aria-hidden />
          </span>
        }
      />
      <div className={styles.photoText}>
        <h2 className={styles.title}>Profile photo</h2>
        <Text c="dimmed" size="sm">
          JPEG, PNG, WebP or GIF, up to 2 MB. You choose the square that shows.
        </Text>
        <Group gap="sm" mt="sm">
          <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={choose}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                leftSection={<Upload size={18} aria-hidden />}
                loading={busy && file === null}
              >
                {record.profileURL ? "Change photo" : "Upload photo"}
              </Button>
            )}
          </FileButton>
          {record.profileURL && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<Trash2 size={18} aria-hidden />}
              off={busy}
              onClick={() => save(async () => null, "Profile updated successfully!", removalFailed)}
            >
              Remove photo
            </Button>
          )}
        </Group>
        {problem && (
          <Text role="alert" c="red" size="sm" mt="xs">
            {problem}
          </Text>
        )}
      </div>
      {file && (
        <Crop
          file={file}
          busy={busy}
          onCancel={() => setFile(null)}
          onUnreadable={() => {
            setFile(null);
            setProblem(`${uploadFailed} This file can't be read as an image.`);
          }}
          onCropped={(square) =>
            save(() => uploadPhoto(square), "Image uploaded successfully!", uploadFailed)
          }
        />
      )}
    </div>
  );
}

function Crop(props: ComponentProps<CropModal>) {
  const { part, failure } = usePart(loadCrop);
  if (failure) return <NotLoaded title="Profile photo" failure={failure} onClose={props.onCancel} />;
  return part && <part.CropModal {...props} />;
}

function problemOf(file: File): string | null {
  if (!file.type.startsWith("image/")) return "Please choose an image file.";
  return file.size > uploadBytes ? uploadTooLarge : null;
}

/** Uploads a picture and answers its site path. Throws an ApiError with the server's text. */
async function uploadPhoto(picture: Blob): Promise<string> {
  const body = new FormData();
  body.set("image", picture, "photo.jpg");
  return (await api(uploadImage, { body } as never)).body.file.url;
}
