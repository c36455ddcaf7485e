import type { ReactNode } from "react";
import css from "#web/ui/video-card.module.css";

/**
 * A video as a site of videos lists it: its picture with the length on it, beside or above title and channel. The place
 * says how wide the picture is.
 */
export function VideoCard(props: {
  picture: ReactNode;
  length: string;
  title: string;
  /** Channel and views. */
  byline: ReactNode;
  /** Before the words: the channel's picture. */
  channel?: ReactNode;
  /** On the picture: the bar of a watched video. */
  over?: ReactNode;
}) {
  return (
    <>
      <span className={css.picture}>
        {props.picture}
        <span className={css.length}>{props.length}</span>
        {props.over}
      </span>
      {props.channel}
      <span className={css.words}>
        <strong>{props.title}</strong>
        <span>{props.byline}</span>
      </span>
    </>
  );
}
