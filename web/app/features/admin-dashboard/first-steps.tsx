import { Circle, CircleCheckBig } from "lucide-react";
import { Link, useRevalidator } from "react-router";
import { counted } from "#contract/counted.ts";
import type { FirstStepName, FirstSteps } from "#contract/first-steps.ts";
import { updateShopSettings } from "#contract/shop-settings.ts";
import { api } from "#web/api/client.ts";
import styles from "#web/features/admin-dashboard/first-steps.module.css";
import { useRootData } from "#web/features/shell/root-data.ts";
import { useActions } from "#web/ui/editing/actions.tsx";
import { FailureNotice } from "#web/ui/editing/notices.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Card } from "#web/ui/elements/layout.tsx";
import { Title } from "#web/ui/elements/text.tsx";

type Step = { to: string; title: string; text: string };

const panel = (key: string) => `/admin/settings?panel=${key}`;

/** Each leads to the screen where it is done. */
function stepsOf(minimumBalance: number): Record<FirstStepName, Step> {
  return {
    paypal: {
      to: panel("paypal"),
      title: "Connect PayPal",
      text: "Client id and secret of your account, then switch payments on.",
    },
    "ai-key": {
      to: panel("gemini-keys"),
      title: "Add a Gemini key",
      text: "It draws the thumbnails. Two keys share the load.",
    },
    mail: {
      to: "/admin/users",
      title: "Have mail sent",
      text: "Set SMTP_URL and MAIL_FROM where the shop is started. No mail reaches an admin at .local: make one with an address of your own.",
    },
    prices: {
      to: panel("packages"),
      title: "Set packages and prices",
      text: "Up to three packages, with the credits and days that each one gives.",
    },
    gift: {
      to: panel("generator"),
      title: "Give new members a few credits",
      text: `A gift of ${counted(minimumBalance, "credit")} lets a new member try a run before paying.`,
    },
    legal: {
      to: panel("legal-pages"),
      title: "Write your legal texts",
      text: "Terms, privacy and refund policy still have the texts that came with the shop.",
    },
    logo: {
      to: panel("logo"),
      title: "Put in your logo",
      text: "It stands in the header of every page.",
    },
  };
}

/** What a new shop still lacks; gone once everything is done, or once an admin has put it away for all admins. */
export function FirstStepsList({ firstSteps }: { firstSteps: FirstSteps | undefined }) {
  const { shop } = useRootData();
  const { revalidate } = useRevalidator();
  const { run, busy, failure } = useActions();
  if (!firstSteps || firstSteps.dismissed || firstSteps.steps.every(({ done }) => done)) return null;
  const { steps } = firstSteps;
  const texts = stepsOf(shop.minimumBalance);

  const dismiss = () =>
    run(async () => {
      await api(updateShopSettings, { body: { firstStepsDismissed: true } });
      document.getElementById("content")?.focus({ preventScroll: true });
      await revalidate();
    }, "The list is still there.");

  return (
    <Card component="section" aria-labelledby="first-steps" mb="xl">
      <div className={styles.head}>
        <Title order={2} size="h4" id="first-steps">
          First steps for a new shop
        </Title>
        <p className={styles.count}>{`${steps.filter(({ done }) => done).length} of ${steps.length} done`}</p>
        <Button variant="default" size="sm" loading={busy} onClick={dismiss}>
          Dismiss
        </Button>
      </div>
      <FailureNotice failure={failure} />
      <ul className={styles.steps}>
        {steps.map(({ name, done }) => (
          <li key={name} className={styles.step} data-done={done || undefined}>
            {done ? <CircleCheckBig size={20} aria-hidden /> : <Circle size={20} aria-hidden />}
            <div>
              <Link to={texts[name].to}>{texts[name].title}</Link>
              {done ? (
                <span className="visually-hidden"> (done)</span>
              ) : (
                <p className={styles.text}>{texts[name].text}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
