import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ContactData } from "#web/features/site/block.tsx";
import { type Block, BlockLoading, useBlock } from "#web/features/site/block.tsx";
import { ContactForm, type ContactViewer } from "#web/features/site/contact-form.tsx";
import styles from "#web/features/site/contact-section.module.css";
import { Picture } from "#web/features/site/elements.tsx";
import { FieldIcon } from "#web/features/site/field-icon.tsx";
import site from "#web/features/site/site.module.css";
import buttons from "#web/ui/button.module.css";
import { phoneLink } from "#web/ui/phone-link.ts";

const source = { path: "/api/contact-page", fallback: "Failed to fetch contact data" } as const;

type Item = Extract<ContactData, { contactInfo: unknown }>["contactInfo"][number];

function hrefOf({ type, value }: Item): string {
  return type === "email" ? `mailto:${encodeURIComponent(value).replace("%40", "@")}` : phoneLink(value);
}

/** `level` is the heading's: 1 on the contact page, 2 at the end of the home page. */
export function ContactSection(props: {
  loaded: ContactData | null;
  viewer: ContactViewer | null;
  level: 1 | 2;
}) {
  const block: Block<ContactData> = useBlock(props.loaded, source);
  const Heading = `h${props.level}` as const;
  if (block.state === "loading") return <BlockLoading what="contact information" />;
  if (block.state === "error") {
    return (
      <Plain level={props.level}>
        <p className={site.alert} role="alert">
          {`Error loading contact information: ${block.message}`}
        </p>
      </Plain>
    );
  }
  const { data } = block;
  if (!data.isActive || !("title" in data)) {
    return (
      <Plain level={props.level}>
        <p className={site.lead}>No contact information available.</p>
      </Plain>
    );
  }
  return (
    <section className={site.section} id="contact" aria-labelledby="contact-title">
      <div className={`${site.container} ${styles.columns}`}>
        <div className={styles.words}>
          {data.subtitle && <p className={site.kicker}>{data.subtitle}</p>}
          <Heading id="contact-title" className={styles.title}>
            {data.title}
          </Heading>
          <p className={site.lead}>{data.description}</p>
          {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise. */}
          <ul role="list" className={styles.items}>
            {data.contactInfo.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, while one is being typed.
              <li key={index} className={styles.item}>
                <FieldIcon icon={item.icon} className={styles.icon} />
                <span>
                  {item.label && <span className={styles.label}>{item.label}</span>}
                  <Address item={item} />
                </span>
              </li>
            ))}
          </ul>
          {data.imageUrl && (
            <Picture
              src={data.imageUrl}
              alt={data.imageAlt}
              sizes="(min-width: 62em) 480px, 88vw"
              className={site.plate}
              eager={props.level === 1 && "first"}
            />
          )}
        </div>
        {props.level === 2 && (
          <Link to="/contact" className={`${buttons.button} ${styles.write}`}>
            Write to us
          </Link>
        )}
        <ContactForm viewer={props.viewer} address={mailOf(data)} />
      </div>
    </section>
  );
}

/** The shop's mail, where it tells one. */
export function mailOf(contact: ContactData | null): ReactNode {
  if (!contact?.isActive || !("title" in contact)) return null;
  const email = contact.contactInfo.find(({ type }) => type === "email");
  return email && <Address item={email} />;
}

function Address({ item }: { item: Item }) {
  return <a href={hrefOf(item)}>{item.value}</a>;
}

function Plain({ level, children }: { level: 1 | 2; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <section className={site.section} id="contact" aria-labelledby="contact-title">
      <div className={`${site.container} ${styles.words}`}>
        <Heading id="contact-title" className={styles.title}>
          Contact
        </Heading>
        {children}
      </div>
    </section>
  );
}
