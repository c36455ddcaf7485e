import styles from "#web/features/site/about-sections.module.css";
import type { AboutData } from "#web/features/site/block.tsx";
import { type Block, BlockError, BlockLoading, useBlock } from "#web/features/site/block.tsx";
import { Icon, Picture, SmartLink } from "#web/features/site/elements.tsx";
import site from "#web/features/site/site.module.css";
import buttons from "#web/ui/button.module.css";

const source = { path: "/api/about-section", fallback: "Failed to fetch about data" } as const;

export function AboutSections({ loaded }: { loaded: AboutData | null }) {
  const block: Block<AboutData> = useBlock(loaded, source);
  if (block.state === "loading") return <BlockLoading what="about" />;
  if (block.state === "error") return <BlockError title="Error Loading" message={block.message} />;
  const { data } = block;
  if (!data.isActive || !("section1" in data)) return null;
  return (
    <>
      <AboutPart section={data.section1} />
      <AboutPart section={data.section2} mirrored />
    </>
  );
}

type Section = Extract<AboutData, { section1: unknown }>["section1"];

function AboutPart({ section, mirrored = false }: { section: Section; mirrored?: boolean }) {
  if (!section.isActive || !("title" in section)) return null;
  return (
    <section
      className={`${site.section} ${site.sunken} ${styles.part}`}
      data-mirrored={mirrored || undefined}
    >
      <div className={`${site.container} ${styles.columns}`}>
        {section.images.length > 0 && (
          <div
            className={styles.pictures}
            data-count={section.images.length > 2 ? "more" : section.images.length}
          >
            {section.images.map((image, index) => (
              <Picture
                // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, while one is being typed.
                key={index}
                src={image.url}
                alt={image.alt}
                sizes="(min-width: 62em) 460px, 76vw"
                className={styles.plate}
              />
            ))}
          </div>
        )}
        <div className={styles.words}>
          {section.subtitle && <p className={site.kicker}>{section.subtitle}</p>}
          <h2 className={site.title}>{section.title}</h2>
          <p className={site.lead}>{section.description}</p>
          {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise. */}
          <ul role="list" className={styles.points}>
            {section.features.map(({ text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <li key={index}>
                <Icon name="icon-circle-check" size={22} className={styles.tick} />
                {text}
              </li>
            ))}
          </ul>
          {section.buttonText && section.buttonLink && (
            <p>
              <SmartLink href={section.buttonLink} className={buttons.buttonQuiet}>
                {section.buttonText}
              </SmartLink>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
