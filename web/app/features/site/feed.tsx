import { Picture } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/feed.module.css";
import site from "#web/features/site/site.module.css";

/** Picture, title, channel, views and age, length. All channels are invented. */
const videos = `strip-van|This Van Cost $900|Rust & Road|41K views · 2 days ago|12:48
pair-night-train-a|14 Hours on a Night Train|Your channel|Just now|18:05
strip-guitar|Four Chords, Forty Songs|Low Tuning|126K views · 1 week ago|9:31
strip-puppy|Week One With a Puppy|Paws Ahead|8.2K views · 5 hours ago|7:14
strip-experiments|Three Failed Experiments|Lab Coat Off|63K views · 3 days ago|15:20
pair-night-train-b|14 Hours on a Night Train|Your channel|Just now|18:05
strip-tomatoes|Tomatoes Without a Garden|Balcony Acre|17K views · 1 day ago|10:02
strip-ruins|The City Under the Lake|Deep Past|230K views · 1 month ago|22:47`
  .split("\n")
  .map((line) => line.split("|"));

/** The pair as viewers meet it: small, and among others. */
export function Feed() {
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
            {videos.slice(4 * index, 4 * index + 4).map(([picture, title, channel, views, length]) => (
              <li key={title} data-own={picture!.startsWith("pair") || undefined}>
                <span className={styles.picture}>
                  <Picture src={`/media/defaults/${picture}.webp`} alt="" sizes={`${width}px`} />
                  <span>{length}</span>
                </span>
                <span className={styles.words}>
                  <strong>{title}</strong>
                  <span>{channel}</span>
                  <span>{views}</span>
                </span>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </div>
  );
}
