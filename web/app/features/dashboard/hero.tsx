import { Button } from "@mantine/core";
import { Coins, Crown, ImagePlus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ViewerRecord } from "#contract/accounts.ts";
import css from "#web/features/dashboard/hero.module.css";

/** The welcome, the way to the generator, and what the person has. `picture` shows their latest work. */
export function DashboardHero({ user, picture }: { user: ViewerRecord; picture: ReactNode }) {
  return (
    <section className={css.hero} aria-labelledby="welcome">
      <div className={css.text}>
        <h1 id="welcome" className={css.title}>
          Welcome to the Dashboard. <span>Generate stunning images with ease!</span>
        </h1>
        <Button
          component={Link}
          to="/user/generate-image"
          size="xl"
          className={css.go}
          leftSection={<ImagePlus size={24} aria-hidden />}
        >
          YouTube Thumbnail Generator
        </Button>
        <dl className={css.facts}>
          <div>
            <dt>
              <Coins size={16} aria-hidden /> Credits
            </dt>
            <dd>{user.currentBalance.toLocaleString("en-US")}</dd>
          </div>
          <div>
            <dt>
              <Crown size={16} aria-hidden /> Membership
            </dt>
            <dd>
              <span className={css.level}>{user.userMembership}</span>
              {user.MembershipValidity && <small>{daysLeft(user.MembershipValidity)}</small>}
            </dd>
          </div>
        </dl>
      </div>
      <div className={css.picture}>{picture}</div>
    </section>
  );
}

const day = 86_400_000;

/** Days until a membership ends, rounded up: "12 days left", or "Expired". */
export function daysLeft(validity: string, now = Date.now()): string {
  const days = Math.ceil((Date.parse(validity) - now) / day);
  if (!(days > 0)) return "Expired";
  return days === 1 ? "1 day left" : `${days.toLocaleString("en-US")} days left`;
}
