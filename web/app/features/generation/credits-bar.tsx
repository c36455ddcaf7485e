import { Button } from "@mantine/core";
import { Coins } from "lucide-react";
import css from "#web/features/generation/generator-screen.module.css";

/** 'Credits: N', and 'Buy More' when few are left. */
export function CreditsBar(props: {
  balance: number;
  low: boolean;
  leaving: boolean;
  onBuyMore: () => void;
}) {
  return (
    <>
      <span className={css.credits} data-low={props.low || undefined}>
        <Coins size={18} aria-hidden />
        Credits: {props.balance}
      </span>
      {props.low && (
        <Button variant="default" disabled={props.leaving} onClick={props.onBuyMore}>
          Buy More
        </Button>
      )}
    </>
  );
}
