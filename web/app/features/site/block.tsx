import { useEffect, useState } from "react";
import type { getAbout } from "#contract/about.ts";
import type { getBanner } from "#contract/banner.ts";
import type { Call } from "#contract/call.ts";
import type { getContactPage } from "#contract/contact-page.ts";
import type { listFeatures } from "#contract/features.ts";
import type { getFooter } from "#contract/footer.ts";
import type { listPackages } from "#contract/packages.ts";
import type { listTestimonials } from "#contract/testimonials.ts";
import { api, type PayloadOf, statusOf } from "#web/api/client.ts";
import styles from "#web/features/site/site.module.css";
import buttons from "#web/ui/button.module.css";

type ContentCall =
  | typeof getAbout
  | typeof getBanner
  | typeof getContactPage
  | typeof getFooter
  | typeof listFeatures
  | typeof listPackages
  | typeof listTestimonials;

export type BannerData = PayloadOf<typeof getBanner>;
export type FeaturesData = PayloadOf<typeof listFeatures>;
export type AboutData = PayloadOf<typeof getAbout>;
export type TestimonialsData = PayloadOf<typeof listTestimonials>;
export type ContactData = PayloadOf<typeof getContactPage>;
export type FooterData = PayloadOf<typeof getFooter>;
export type PackagesData = PayloadOf<typeof listPackages>;

/** All blocks of the home page; null for each one that the server could not load. */
export interface HomeBlocks {
  banner: BannerData | null;
  features: FeaturesData | null;
  about: AboutData | null;
  packages: PackagesData | null;
  testimonials: TestimonialsData | null;
  contact: ContactData | null;
}

/** The banner where it is shown. An admin also gets the inactive one, which no page may show. */
export function shownBanner(data: BannerData) {
  return data.isActive && "mainTitle" in data ? data : null;
}

/** A block of a page: what the server loaded with the page, or what the browser loads where the server could not. */
export type Block<T> =
  | { state: "loading" }
  | { state: "loaded"; data: T }
  | { state: "error"; message: string };

export const networkMessage = "Network error or server not responding";

/** The path of a call of the contract, since its descriptor would bring the schema library to a visitor's page. */
interface BlockSource {
  path: ContentCall["path"];
  /** Where the answer says that it is no success, without saying why. */
  fallback: string;
  /** What every answer outside 2xx says, where it is not 'HTTP error! Status: {status}'. */
  onStatus?: string;
}

/** Reads a content call in the browser. The texts of its errors are the documented ones. */
export async function loadBlock<T>({ path, fallback, onStatus }: BlockSource): Promise<T> {
  const call = { method: "GET", path } as Call;
  const { body } = await api(call, {}).catch((error) => {
    const status = statusOf(error);
    throw new Error(status === 0 ? networkMessage : (onStatus ?? `HTTP error! Status: ${status}`));
  });
  if (Array.isArray(body)) return body as T;
  if (body === null) throw new Error(networkMessage);
  const { success, message, data } = body as { success?: boolean; message?: string; data: T };
  if (success !== true) throw new Error(message || fallback);
  return data;
}

/** `loaded` comes with the page; null where the server could not have it, and then the browser asks for itself. */
export function useBlock<T>(loaded: T | null, source: BlockSource): Block<T> {
  const [own, setOwn] = useState<Block<T>>({ state: "loading" });
  const missing = loaded === null;
  const { path, fallback, onStatus } = source;
  useEffect(() => {
    if (!missing) return;
    let stale = false;
    loadBlock<T>({ path, fallback, ...(onStatus === undefined ? {} : { onStatus }) }).then(
      (data) => stale || setOwn({ state: "loaded", data }),
      (error: Error) => stale || setOwn({ state: "error", message: error.message }),
    );
    return () => {
      stale = true;
    };
  }, [missing, path, fallback, onStatus]);
  return loaded === null ? own : { state: "loaded", data: loaded };
}

export function BlockLoading({ what }: { what: string }) {
  return (
    <p className={styles.loading} role="status">
      {`Loading ${what}...`}
    </p>
  );
}

/** A block that could not be loaded. Retry loads the whole page again, as documented. */
export function BlockError({ title, message }: { title: string; message: string }) {
  return (
    <div className={styles.container}>
      <div className={styles.fault} role="alert">
        <p className={styles.faultTitle}>{title}</p>
        <p>{message}</p>
        <button type="button" className={buttons.buttonQuiet} onClick={() => location.reload()}>
          Retry
        </button>
      </div>
    </div>
  );
}
