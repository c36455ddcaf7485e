import { Coins } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import css from "#web/features/generations/generator.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

/** How long 'Redirecting to payment page...' stands before the page changes, in milliseconds. */
const redirectPause = 1000;

/** The balance, and 'Buy More' where it is low, which tells where it leads before it goes there. */
export function GeneratorHeader(props: { balance: number; low: boolean; onBuyMore: () => void }) {
  const { balance, low } = props;
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => isHere() && navigate("/user/select-package"), redirectPause);
    return () => clearTimeout(timer);
  }, [leaving, isHere, navigate]);

  return (
    <PageHeader
      title="YouTube Thumbnail Generator"
      actions={
        <>
          <span className={css.credits} data-low={low || undefined}>
            <Coins size={18} aria-hidden />
            <span>{`Credits: ${balance}`}</span>
          </span>
          {low && (
            <Button
              variant="default"
              disabled={leaving}
              onClick={() => {
                setLeaving(true);
                props.onBuyMore();
              }}
            >
              Buy More
            </Button>
          )}
        </>
      }
    />
  );
}
