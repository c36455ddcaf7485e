import { Film, ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { mostReferences, tooManyReferences } from "#contract/references.ts";
import css from "#web/features/references/pictures.module.css";
import { ReferenceFields } from "#web/features/references/reference-fields.tsx";
import { useFilesFromElsewhere } from "#web/features/references/use-files-from-elsewhere.ts";
import { acceptedTypes, type NewPicture, useNewPictures } from "#web/features/references/use-new-pictures.ts";
import { useReferencesChanged } from "#web/features/references/use-reference-deletion.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { FileButton } from "#web/ui/elements/file-button.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { useUnsavedGuard } from "#web/ui/leave-guard.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { toasts } from "#web/ui/toasts.tsx";
import { usePart } from "#web/ui/use-part.ts";

/** Pictures are chosen, dropped anywhere on the screen or pasted, then named and sent one by one. */
export function NewPictures({ room }: { room: number }) {
  const changed = useReferencesChanged();
  const { pictures, refused, add, put, remove, edit, send } = useNewPictures(
    async (name) => {
      toasts.success(`“${isolated(name)}” was added.`);
      await changed();
    },
    () => void changed(),
  );
  const choose = useRef<HTMLButtonElement>(null);
  const [video, setVideo] = useState<File | null>(null);
  const fromVideo = useRef<HTMLButtonElement>(null);
  const isOver = useFilesFromElsewhere(take);
  useUnsavedGuard(pictures.length > 0);
  const isFull = room <= 0;

  /** Of a video one frame is wanted, not the file. */
  function take(files: Iterable<File>): void {
    const [videos, others] = [[...files].filter(isVideo), [...files].filter((file) => !isVideo(file))];
    if (videos[0] && !isFull) setVideo(videos[0]);
    add(isFull ? [...videos, ...others] : others);
  }
  function discard(picture: NewPicture): void {
    remove(picture);
    // The button is removed with its picture.
    choose.current?.focus();
  }
  return (
    <section className={css.part} aria-labelledby="new-title">
      <h2 id="new-title" className={css.heading}>
        Add a picture
      </h2>
      <div className={css.drop} data-over={isOver || undefined}>
        <ImagePlus size={28} aria-hidden />
        <p>
          Drop pictures here, or paste one.
          <span className={css.hint}>PNG, JPEG or WebP, up to 8 MB each, {mostReferences} in all.</span>
        </p>
        <div className={css.choices}>
          <FileButton multiple accept={acceptedTypes} onChange={take}>
            {(button) => (
              <Button {...button} ref={choose} disabled={isFull}>
                Choose pictures
              </Button>
            )}
          </FileButton>
          <FileButton accept="video/*" onChange={(file) => file && setVideo(file)}>
            {(button) => (
              <Button
                {...button}
                ref={fromVideo}
                variant="default"
                leftSection={<Film size={18} aria-hidden />}
                disabled={isFull}
              >
                Take from a video
              </Button>
            )}
          </FileButton>
        </div>
      </div>
      {video && (
        <FramesOf
          key={`${video.name} ${video.size} ${video.lastModified}`}
          file={video}
          onChoose={put}
          onClose={() => {
            setVideo(null);
            fromVideo.current?.focus();
          }}
        />
      )}
      {isFull && <p className={css.note}>{tooManyReferences}</p>}
      {refused.length > 0 && (
        <div className={css.refused} role="alert">
          {refused.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {pictures.length > 0 && (
        <ul className={css.grid} aria-label="Pictures to add">
          {pictures.map((picture) => (
            <li key={picture.key}>
              <NewPictureCard
                picture={picture}
                onChange={(values) => edit(picture, values)}
                onSend={() => send(picture)}
                onRemove={() => discard(picture)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const isVideo = ({ type }: File) => type.startsWith("video/");
const loadFrames = () => import("#web/features/references/video-frames.tsx");

/** What looks through a video comes with the first one. */
function FramesOf(props: Parameters<Awaited<ReturnType<typeof loadFrames>>["VideoFrames"]>[0]) {
  const { part, failure } = usePart(loadFrames);
  if (failure) return <ErrorState compact title="The video could not be opened." {...failure} />;
  return part ? <part.VideoFrames {...props} /> : <Skeleton height={120} />;
}

function NewPictureCard(props: {
  picture: NewPicture;
  onChange: (values: NewPicture["values"]) => void;
  onSend: () => void;
  onRemove: () => void;
}) {
  const { picture } = props;
  const isSending = picture.progress !== null;
  const percent = Math.round((picture.progress ?? 0) * 100);
  const stage = percent < 100 ? "Uploading" : "Looking at it...";
  return (
    <form
      className={css.card}
      noValidate
      aria-label={`Add ${picture.values.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSend();
      }}
    >
      <div className={css.picture} data-kind={picture.values.kind}>
        <img src={picture.url} alt="" />
      </div>
      <div className={css.fields}>
        <ReferenceFields
          values={picture.values}
          errors={picture.errors}
          disabled={isSending}
          onChange={props.onChange}
        />
        {picture.problem && (
          <p className={css.problem} role="alert">
            {picture.problem}
          </p>
        )}
        {/* Who reads by ear is told of the beginning and the end: the bar says the rest when it is asked. */}
        <p className="visually-hidden" role="status">
          {isSending && stage}
        </p>
        {isSending ? (
          <div>
            <progress
              className={css.progress}
              value={percent}
              max={100}
              aria-label={`Uploading ${picture.values.name}`}
            />
            <p className={css.meta} aria-hidden>
              {stage}
              {percent < 100 && `, ${percent} %`}
            </p>
          </div>
        ) : (
          <div className={css.row}>
            <Button type="submit" size="sm">
              {picture.problem ? "Try again" : "Add picture"}
            </Button>
            <Button size="sm" variant="subtle" color="gray" onClick={props.onRemove}>
              Remove
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
