import { Fragment, Suspense } from "react";
import { youtubeId } from "#contract/youtube-links.ts";
import type { Block } from "#web/features/site/block.tsx";
import { type BannerData, shownBanner } from "#web/features/site/block.tsx";
import { Picture, SmartLink } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/hero.module.css";
import site from "#web/features/site/site.module.css";
import { ThumbnailPair } from "#web/features/site/thumbnail-pair.tsx";
// How it looks is there with the page: without scripts nothing brings it later.
import "#web/features/site/video-facade.module.css";
import buttons from "#web/ui/button.module.css";
import { lateComponent } from "#web/ui/late-component.ts";

/** Loaded where the banner has a video. */
const VideoFacade = lateComponent(
  async () => (await import("#web/features/site/video-facade.tsx")).VideoFacade,
  ThumbnailPair,
);

/** The first view. Without an active banner it keeps a plain heading, so that the page still says what it is. */
export function Hero({ block, shopName }: { block: Block<BannerData>; shopName: string }) {
  const banner = block.state === "loaded" ? shownBanner(block.data) : null;
  const video = banner ? youtubeId(banner.youtubeUrl) : null;
  return (
    <section className={`${site.deep} ${styles.hero}`} aria-labelledby="hero-title">
      {banner?.backgroundImage && (
        <Picture
          src={banner.backgroundImage}
          alt={banner.backgroundImageAlt}
          sizes="(min-width: 62em) 60vw, 30vw"
          eager="after"
          className={styles.ground}
          ratio="auto"
        />
      )}
      <div className={`${site.container} ${styles.columns}`}>
        <div className={styles.head}>
          {banner?.subTitle && <p className={styles.subTitle}>{banner.subTitle}</p>}
          <h1 id="hero-title" dir="auto" className={styles.title}>
            {banner ? (
              <>
                <Sentences text={banner.mainTitle} />
                {banner.highlightText && (
                  <span className={styles.highlight}>
                    {" "}
                    <Sentences text={banner.highlightText} />
                  </span>
                )}
              </>
            ) : (
              `${shopName}: YouTube thumbnails from your title`
            )}
          </h1>
        </div>
        {banner?.buttonText && banner.buttonLink && (
          <p className={styles.actions}>
            <SmartLink href={banner.buttonLink} className={buttons.button}>
              {banner.buttonText}
            </SmartLink>
            <SmartLink href="#pricing" className={buttons.buttonQuiet}>
              See the prices
            </SmartLink>
          </p>
        )}
        <div className={styles.stage}>
          {video ? (
            <Suspense>
              <VideoFacade
                id={video}
                poster={banner?.backgroundImage ?? ""}
                title={banner?.mainTitle ?? shopName}
              />
            </Suspense>
          ) : (
            <ThumbnailPair />
          )}
        </div>
        {banner?.description && <p className={styles.description}>{banner.description}</p>}
      </div>
    </section>
  );
}

/** A line is broken between two sentences before one is broken in itself. */
function Sentences({ text }: { text: string }) {
  return text.split(/(?<=[.!?])\s+/).map((sentence, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two sentences may be the same.
    <Fragment key={index}>
      {index > 0 && " "}
      <span className={styles.sentence}>{sentence}</span>
    </Fragment>
  ));
}
