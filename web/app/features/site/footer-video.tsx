import { Suspense, useRef, useState } from "react";
import type { FooterForm } from "#contract/footer-form.ts";
import { watchAddress, youtubeId } from "#contract/youtube-links.ts";
import { Icon, Picture } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/site-footer.module.css";
import { lateComponent } from "#web/ui/late-component.ts";

/** Loaded once the video is asked for. */
const VideoFrame = lateComponent(
  async () => (await import("#web/features/site/video-facade.tsx")).VideoFrame,
  ({ id }) => <a href={watchAddress(id)}>Watch it on YouTube</a>,
);

/**
 * The video's picture with the button that opens it in a dialog of at most 800 px; a picture alone would promise one.
 * Without scripts a link.
 */
export function FooterVideo({ top }: { top: FooterForm["topSection"] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const video = youtubeId(top.videoUrl);
  if (!video) return null;
  const play = {
    className: styles.play,
    title: top.tooltipText,
    "aria-label": top.tooltipText || "Play the video",
    children: <Icon name="icon-play" size={28} />,
  };
  return (
    <div className={styles.video}>
      <Picture
        src={top.imageUrl}
        alt={top.imageAlt}
        sizes="(min-width: 62em) 480px, 88vw"
        className={styles.picture}
      />
      <button
        type="button"
        {...play}
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      />
      <noscript>
        <a href={watchAddress(video)} {...play} />
      </noscript>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the overlay is for pointers; Escape and the button close it for keys. */}
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-label="Video"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === dialog.current && dialog.current.close()}
      >
        <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
          Close
        </button>
        {open && (
          <Suspense>
            <VideoFrame id={video} title={top.tooltipText || top.logoText} />
          </Suspense>
        )}
      </dialog>
    </div>
  );
}
