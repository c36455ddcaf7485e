import { useRouteLoaderData } from "react-router";
import { pageApi } from "#web/api/loaders.ts";
import type { RootData } from "#web/features/shell/root-data.ts";
import { siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import { SmartLink } from "#web/features/site/elements.tsx";
import { loadPrices } from "#web/features/site/load-blocks.ts";
import styles from "#web/features/site/text-page.module.css";
import { TextPage } from "#web/features/site/text-page.tsx";
import type { Route } from "./+types/about";

export async function loader({ context }: Route.LoaderArgs) {
  return loadPrices(pageApi(context));
}

export function meta({ matches }: Route.MetaArgs) {
  const { shopName } = siteFacts(matches);
  return siteMeta(matches, {
    title: `About ${shopName}`,
    description: `What ${shopName} is, how a pair of thumbnails is made, what it costs and whose pictures they are.`,
    path: "/about",
  });
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const sections = aboutPageSections({ brand: shop.name, ...loaderData });
  return (
    <TextPage
      title="A small picture decides who sees the big work."
      lead={<p>What we make, how we make it, and what we promise when it goes wrong.</p>}
    >
      <div className={styles.columns}>
        <nav aria-label="On this page">
          <ul className={styles.contents}>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.prose}>
          {sections.map(({ id, heading, paragraphs, points, link }) => (
            <section key={id} className={styles.prose} aria-labelledby={id}>
              <h2 id={id}>{heading}</h2>
              {paragraphs.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {points.length > 0 && (
                <ul>
                  {points.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              )}
              {link && (
                <p>
                  <SmartLink href={link.url}>{link.text}</SmartLink>
                </p>
              )}
            </section>
          ))}
        </div>
      </div>
    </TextPage>
  );
}

type AboutPageSection = {
  /** For the heading's id and links to it. */
  id: string;
  heading: string;
  paragraphs: string[];
  /** A list under the paragraphs; empty where there is none. */
  points: string[];
  link?: { text: string; url: string };
};

type AboutPageFacts = {
  /** The shop's name as it stands in the footer's logo text. */
  brand: string;
  /** Credits that a run costs, and the balance that it needs to start: both from the shop's settings. */
  creditCost: number;
  minimumBalance: number;
};

const inWords = (credits: number) => (credits === 1 ? "1 credit" : `${credits} credits`);

/** The text of /about. The numbers come from the settings, so that the page never promises another price. */
function aboutPageSections({ brand, creditCost, minimumBalance }: AboutPageFacts): AboutPageSection[] {
  const balanceRule =
    minimumBalance > creditCost
      ? `To start a run your balance must show at least ${inWords(minimumBalance)}, although only ${inWords(creditCost)} ${creditCost === 1 ? "is" : "are"} taken. What is left below that waits for your next top-up, or can be refunded.`
      : `Your balance must hold ${inWords(creditCost)} when you start a run.`;
  return [
    {
      id: "what",
      heading: `What ${brand} is`,
      paragraphs: [
        `${brand} makes YouTube thumbnails. You bring the title of your video; we bring the brief, the drawing and a file of the right size. It is for people who publish often, work alone or nearly so, and know that the small picture decides whether anyone sees the big work behind it.`,
        "It is also a small marketplace: packages of credits for the generator, and digital items that help with everything around a thumbnail.",
      ],
      points: [],
    },
    {
      id: "how",
      heading: "How a pair is made",
      paragraphs: ["There are four steps, and the second and third are optional."],
      points: [
        "Type the title, then choose one of 32 niches and one of five styles. A prompt written for that niche appears, with your title already in it.",
        "Shuffle until an idea fits, or rewrite the prompt. It is a draft, not a rule.",
        "Press Enhance Prompt if you would like more detail about light, framing and colour. You can edit what comes back.",
        "Generate. Two pictures are made at the same time; the second is asked for other colours, another layout and another image. Download either or both as 1280×720 PNG files under 2 MB.",
      ],
      link: { text: "Open the generator", url: "/user/generate-image" },
    },
    {
      id: "credits",
      heading: "What it costs",
      paragraphs: [
        `A run costs ${inWords(creditCost)} and gives you two pictures. Credits come in packages, paid once through PayPal. There is no subscription that renews behind your back. Some packages add a membership for a number of days; buying again before it ends adds to it.`,
        balanceRule,
        "Credits do not lapse, not after a month and not when a membership ends. Your statement lists each one with its reason.",
      ],
      points: [],
      link: { text: "See the packages", url: "/#pricing" },
    },
    {
      id: "promise",
      heading: "When a run fails",
      paragraphs: [
        "Sometimes the model refuses a subject, is overloaded, or answers with words where a picture should be. We try again on our side first. If we still cannot give you both pictures, the run counts as failed and what it cost goes back to your balance by itself.",
        "You do not have to notice it, ask for it or keep the tab open. The screen says what happened and that nothing was charged.",
      ],
      points: [],
      link: { text: "Read the refund policy", url: "/refund-policy" },
    },
    {
      id: "items",
      heading: "The item shelf",
      paragraphs: [
        "A good picture still needs a readable title, a clean cutout and a sensible last twenty seconds. The items are short guides, recipes and checklists for exactly that. You pay once, and the instructions and the access link appear on your order and in your mail.",
        "Every item's page says what is inside. If it turns out to be something else, you get your money back.",
      ],
      points: [],
      link: { text: "Browse the items", url: "/premium" },
    },
    {
      id: "rights",
      heading: "Whose pictures they are",
      paragraphs: [
        "Yours, as far as we can hold rights in them. Publish them, change them, use them for paid work; you need not name us.",
        "They are made by an AI model, and we would rather say so than let you find out:",
      ],
      points: [
        "Each file carries a machine-readable note that it was made with AI.",
        "In some countries AI-made pictures have little copyright protection, and someone else may receive a similar one.",
        "Models make mistakes with hands, letters and facts. Look at the full size before you publish.",
        "Do not use it to show real people doing what they did not do, or to borrow somebody's brand.",
      ],
      link: { text: "Read the terms", url: "/terms" },
    },
    {
      id: "private",
      heading: "What stays private",
      paragraphs: [
        "Your gallery opens for your account only, and each run stays in it until you delete it. The model's provider receives the prompt, not your name or address. We set no advertising cookies. You can delete your whole account on the profile page, with your password and without a farewell form.",
      ],
      points: [],
      link: { text: "Read the privacy page", url: "/privacy" },
    },
    {
      id: "help",
      heading: "If you get stuck",
      paragraphs: [
        "Write to us. Members open a ticket and see the whole conversation in their account; everyone else uses the contact form and is answered by mail. For anything about money, add the order ID and we will start there.",
      ],
      points: [],
      link: { text: "Contact us", url: "/contact" },
    },
  ];
}
