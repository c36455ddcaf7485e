import { siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import tool from "#web/features/site/check/check-tool.module.css";
import { CheckTool } from "#web/features/site/check/check-tool.tsx";
import { SmartLink } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/text-page.module.css";
import { TextPage } from "#web/features/site/text-page.tsx";
import buttons from "#web/ui/button.module.css";
import type { Route } from "./+types/check";

export function meta({ matches }: Route.MetaArgs) {
  const { shopName } = siteFacts(matches);
  return siteMeta(matches, {
    title: `Check a thumbnail · ${shopName}`,
    description:
      "See your thumbnail as viewers do: small, among others, on a phone, dark and light. Free, and your picture stays on your device.",
    path: "/check",
  });
}

export default function Check() {
  return (
    <TextPage
      title="See it small before they do."
      lead={
        <>
          <p>
            Your thumbnail where viewers meet it: on a start page, in a search, beside a video, on a phone and
            on a television, in light and in dark. Give two, and see which one you would press.
          </p>
          <p>Nothing is uploaded: your picture stays in this browser.</p>
        </>
      }
    >
      <noscript>
        <p>Your browser does the looking by itself, and needs scripts for that.</p>
      </noscript>
      <CheckTool />
      <section className={`${styles.prose} ${tool.below}`} aria-labelledby="measured">
        <h2 id="measured">What it looks at</h2>
        <ul>
          <li>Whether the picture has the right shape, and the file is under 2 MB.</li>
          <li>What lies in the lower right corner, which the length of the video covers.</li>
          <li>Whether it has the light and dark that letters need: 4.5 : 1 is easy to read.</li>
          <li>Whether two candidates differ enough for a test of them to teach you something.</li>
        </ul>
        <p>
          There is no score and no promise of clicks: nobody can know those. How large the letters of a
          finished picture are it does not tell either; made here, where words stay text, it does.
        </p>
        <p>
          <SmartLink href="/user/generate-image" className={buttons.button}>
            Make thumbnails from a title
          </SmartLink>
        </p>
      </section>
    </TextPage>
  );
}
