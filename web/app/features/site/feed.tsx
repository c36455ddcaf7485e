import { Picture } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/feed.module.css";
import site from "#web/features/site/site.module.css";

/** The pair as viewers meet it: small, and among others. */
export function Feed({ videos }: { videos: string[][] }) {
  return (
    <div className={`${site.container} ${styles.block}`}>
      <p className={site.lead}>
        What a viewer sees of it: 320 pixels on a start page, 168 beside a video, among others. These others
        are invented.
      </p>
      <div className={styles.sizes}>
        {[320, 168].map((width, index) => (
          // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise.
          <ul key={width} role="list" className={styles.feed} data-width={width}>
            {videos.slice(4 * index, 4 * index + 4).map(([picture, title, channel, length]) => (
              <li key={title} data-own={picture!.startsWith("pair") || undefined}>
                <span className={styles.picture}>
                  <Picture src={`/media/defaults/${picture}.webp`} alt="" sizes={`${width}px`} />
                  <span>{length}</span>
                </span>
                <span className={styles.words}>
                  <strong>{title}</strong>
                  <span>{channel}</span>
                </span>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </div>
  );
}
