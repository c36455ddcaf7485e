import { type Ref, useState } from "react";
import { watchAddress } from "#contract/youtube-links.ts";
import { Icon, Picture } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/video-facade.module.css";
import { takeFocus } from "#web/ui/take-focus.ts";

/**
 * A video that tells its host nothing until a person asks for it: a picture and a button, then the player.
 * Without scripts a link.
 */
export function VideoFacade({ id, poster, title }: { id: string; poster: string; title: string }) {
  const [playing, setPlaying] = useState(false);
  if (playing) return <VideoFrame ref={takeFocus} id={id} title={title} />;
  const shown = (
    <>
      <Picture
        src={poster}
        alt=""
        sizes="(min-width: 62em) 560px, 88vw"
        eager="first"
        className={styles.poster}
      />
      <span className={styles.play}>
        <Icon name="icon-play" size={28} />
      </span>
      <span className="visually-hidden">{`Play the video: ${title}`}</span>
    </>
  );
  return (
    <>
      <button type="button" className={styles.facade} onClick={() => setPlaying(true)}>
        {shown}
      </button>
      <noscript>
        <a href={watchAddress(id)} className={styles.facade}>
          {shown}
        </a>
      </noscript>
    </>
  );
}

export function VideoFrame(props: { id: string; title: string; ref?: Ref<HTMLIFrameElement> }) {
  const { id, title, ref } = props;
  return (
    <iframe
      ref={ref}
      className={styles.frame}
      src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
