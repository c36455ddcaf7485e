import type { Block } from "#web/features/site/block.tsx";
import { type BannerData, BlockError, BlockLoading, shownBanner } from "#web/features/site/block.tsx";
import { Icon, Picture, SmartLink } from "#web/features/site/elements.tsx";
import feedStyles from "#web/features/site/feed.module.css";
import styles from "#web/features/site/promo.module.css";
import site from "#web/features/site/site.module.css";
import buttons from "#web/ui/button.module.css";
import { VideoCard } from "#web/ui/video-card.tsx";

const steps = ["Type the title", "Two thumbnails arrive", "Download the one you keep"];

/** The promotional banner: the banner record's button beside the way from a title to a file, in ten seconds. */
export function Promo({ block, feed }: { block: Block<BannerData>; feed: string[][] }) {
  if (block.state === "loading") return <BlockLoading what="banner" />;
  if (block.state === "error") return <BlockError title="Error Loading Banner" message={block.message} />;
  const banner = shownBanner(block.data);
  if (!banner) return null;
  return (
    <section className={`${site.deep} ${styles.promo}`} aria-label={banner.highlightText || banner.mainTitle}>
      <div className={site.container}>
        <div className={styles.words}>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {banner.buttonText && banner.buttonLink && (
            <SmartLink href={banner.buttonLink} className={buttons.button}>
              {banner.buttonText}
            </SmartLink>
          )}
          <label className={styles.pause}>
            <input type="checkbox" /> Pause
          </label>
        </div>
        <div className={styles.loop} aria-hidden="true">
          <p>
            <span>14 Hours on a Night Train</span>
          </p>
          {["a", "b"].map((side) => (
            <Picture
              key={side}
              src={`/media/defaults/pair-night-train-${side}.webp`}
              alt=""
              sizes="(min-width: 62em) 330px, 44vw"
            />
          ))}
          <p>
            <Icon name="icon-download" size={20} /> 1280×720, PNG
          </p>
        </div>
      </div>
      {feed.length > 0 && <Feed videos={feed} />}
    </section>
  );
}

/** The pair as viewers meet it: small, and among others. */
function Feed({ videos }: { videos: string[][] }) {
  return (
    <div className={`${site.container} ${feedStyles.block}`}>
      <p className={site.lead}>
        What a viewer sees of it: 320 pixels on a start page, 168 beside a video, among others. These others
        are invented. <SmartLink href="/check">Look at yours</SmartLink>
      </p>
      <div className={feedStyles.sizes}>
        {[320, 168].map((width, index) => (
          // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise.
          <ul key={width} role="list" className={feedStyles.feed} data-width={width}>
            {videos.slice(4 * index, 4 * index + 4).map(([picture, title, channel, length]) => (
              <li key={title} data-own={picture!.startsWith("pair") || undefined}>
                <VideoCard
                  picture={<Picture src={`/media/defaults/${picture}.webp`} alt="" sizes={`${width}px`} />}
                  length={length!}
                  title={title!}
                  byline={channel}
                />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </div>
  );
}
