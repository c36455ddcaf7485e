import { Coins, Crown, ImagePlus, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import type { ViewerRecord } from "#contract/accounts.ts";
import { counted } from "#contract/counted.ts";
import { dayMs } from "#contract/day.ts";
import { titleMaxLength } from "#contract/generation-options.ts";
import css from "#web/features/dashboard/hero.module.css";
import { mayBuy } from "#web/features/shell/may-buy.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";

/**
 * The welcome, the way to the generator, and what the person has. Where that is too little for a run the packages come
 * first, but for sellers, who may not buy. `picture` shows their latest work. Whoever has made something finds it lower, with a field for the next title.
 */
export function DashboardHero(props: {
  user: ViewerRecord;
  minimumBalance: number;
  picture: ReactNode;
  returning: boolean;
}) {
  const { user, picture } = props;
  const poor = user.currentBalance < props.minimumBalance;
  const short = poor && mayBuy(user);
  // Without credits a title would lead nowhere.
  const returning = props.returning && !poor;
  const size = props.returning ? "md" : "xl";
  const isSecond = short || returning;
  return (
    <section className={css.hero} aria-labelledby="welcome" data-returning={props.returning || undefined}>
      <div className={css.text}>
        <h1 id="welcome" className={css.title}>
          Welcome to the Dashboard. <span>Generate stunning images with ease!</span>
        </h1>
        {returning && <TitleForm />}
        {short && <p className={css.first}>Choose a package, then type a title.</p>}
        <div className={css.ways}>
          {short && (
            <Button
              component={Link}
              to="/user/select-package"
              size={size}
              className={css.go}
              leftSection={<Sparkles size={24} aria-hidden />}
            >
              Choose a package
            </Button>
          )}
          <Button
            component={Link}
            to="/user/generate-image"
            size={size}
            className={css.go}
            variant={isSecond ? "outline" : "filled"}
            data-second={isSecond || undefined}
            leftSection={<ImagePlus size={24} aria-hidden />}
          >
            YouTube Thumbnail Generator
          </Button>
        </div>
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
      {picture && <div className={css.picture}>{picture}</div>}
    </section>
  );
}

/** Leads to the generator with the title filled in; nothing is started and nothing spent here. */
function TitleForm() {
  return (
    <Form action="/user/generate-image" method="get" className={css.next}>
      <TextInput
        name="title"
        aria-label="Video title"
        placeholder="Your next video title"
        size="lg"
        maxLength={titleMaxLength}
        required
        className={css.field}
      />
      <Button type="submit" size="lg">
        Generate
      </Button>
    </Form>
  );
}

/** Days until a membership ends, rounded up: "12 days left", or "Expired". */
export function daysLeft(validity: string, now = Date.now()): string {
  const days = Math.ceil((Date.parse(validity) - now) / dayMs);
  if (!(days > 0)) return "Expired";
  return `${counted(days, "day")} left`;
}
