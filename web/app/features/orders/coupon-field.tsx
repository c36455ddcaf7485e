import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { checkCoupon } from "#contract/coupons.ts";
import { api, messageOf } from "#web/api/client.ts";
import styles from "#web/features/orders/checkout.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { keyOf } from "#web/ui/key-of.ts";
import { takeFocus } from "#web/ui/take-focus.ts";

type CouponQuote = AnswerOf<typeof checkCoupon>["data"];

/** The coupon of a checkout. Its code is in the address, so that a reload and a sign-in on the way lose nothing. */
export function useCoupon(packageId: string) {
  const [params] = useSearchParams();
  const [quote, setQuote] = useState<CouponQuote | null>(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const asked = params.get("coupon") ?? "";
  const [code, setCode] = useState(asked);
  /** How many orders a refused code has stopped. */
  const [stopped, setStopped] = useState(0);
  const isHere = useIsHere();
  const tried = useRef("");
  /** What the field says, also while a check is on its way. */
  const latest = useRef(asked);
  const running = useRef<{ code: string; quote: Promise<CouponQuote | null> }>(null);

  /** By the browser's own history: the router would load the page's data anew. */
  function keep(code: string) {
    tried.current = code;
    const address = new URL(location.href);
    if (code) address.searchParams.set("coupon", code);
    else address.searchParams.delete("coupon");
    history.replaceState(history.state, "", address);
  }

  /** One check at a time, and of one code once. Null where it is refused, or another one was typed meanwhile. */
  function apply(entered: string): Promise<CouponQuote | null> {
    const code = entered.trim();
    const before = running.current;
    if (before?.code === code) return before.quote;
    const quote = before ? before.quote.then(() => look(code)) : look(code);
    const own = { code, quote };
    running.current = own;
    void quote.finally(() => {
      if (running.current === own) running.current = null;
    });
    return quote;
  }

  async function look(code: string): Promise<CouponQuote | null> {
    if (!code) return refuse("Please enter a code.");
    setBusy(true);
    setError("");
    try {
      const { data } = (await api(checkCoupon, { body: { code, packageId } })).body;
      if (isReplaced(code)) return null;
      setQuote(data);
      keep(data.code);
      return data;
    } catch (failed) {
      if (isReplaced(code)) return null;
      return refuse(messageOf(failed, "The code could not be checked. Please try again."));
    } finally {
      setBusy(false);
    }
  }

  /** Whether the field was left or says another code by now: what became of this one is no news. */
  const isReplaced = (code: string) => !isHere() || latest.current.trim() !== code;

  /**
   * Before an order: a running check is waited for, and a code that was only typed is applied, as its price is expected.
   * Null where it is refused, which stops the order.
   */
  async function settle(): Promise<{ code: string | undefined } | null> {
    const isOwed = running.current !== null || (quote === null && code.trim() !== "");
    if (!isOwed || code.trim() === "") return { code: quote?.code };
    const applied = await apply(code);
    if (!applied) setStopped((times) => times + 1);
    return applied;
  }

  function refuse(text: string): null {
    setQuote(null);
    setError(text);
    return null;
  }

  function remove() {
    type("");
    setQuote(null);
    keep("");
  }

  function type(text: string) {
    latest.current = text;
    setCode(text);
    setError("");
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code that the address brought is tried once.
  useEffect(() => {
    if (!asked || tried.current === asked) return;
    tried.current = asked;
    if (!latest.current || quote) type(asked);
    void apply(asked);
  }, [asked]);

  return { quote, error, busy, code, stopped, type, apply, settle, refuse, remove };
}

/** 'Have a code?' beneath the summary. Enter in it applies the code and leaves the form around it alone. */
export function CouponField({ coupon, total }: { coupon: ReturnType<typeof useCoupon>; total: ReactNode }) {
  const { quote, error, busy, code, stopped } = coupon;
  const [opened, setOpened] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const applied = useRef<HTMLSpanElement>(null);
  const isEntered = useRef(false);
  const id = useId();
  const open = opened || error !== "";
  useEffect(() => {
    if (stopped > 0) takeFocus(input.current);
  }, [stopped]);
  useEffect(() => {
    // The field that it was entered in is gone. One that the address brought takes the focus from nobody.
    if (quote && isEntered.current && document.activeElement === document.body) takeFocus(applied.current);
  }, [quote]);

  if (quote) {
    return (
      <p className={styles.coupon}>
        <span ref={applied} tabIndex={-1}>
          Coupon <b>{quote.code}</b> applied<span className="visually-hidden">. The total is {total}</span>
        </span>
        <Button variant="subtle" size="compact-sm" onClick={coupon.remove}>
          Remove<span className="visually-hidden"> the coupon</span>
        </Button>
      </p>
    );
  }
  function enter() {
    isEntered.current = true;
    void coupon.apply(code);
  }
  function onKey(event: KeyboardEvent) {
    if (keyOf(event) !== "Enter") return;
    event.preventDefault();
    enter();
  }
  return (
    <div className={styles.couponForm}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpened(!open)}
      >
        Have a code?
      </Button>
      <div id={id} hidden={!open} className={styles.couponInput}>
        <TextInput
          ref={input}
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={code}
          error={error}
          errorRole="alert"
          onKeyDown={onKey}
          onChange={(event) => {
            coupon.type(event.currentTarget.value);
            setOpened(true);
          }}
        />
        <Button variant="default" aria-disabled={busy || undefined} onClick={enter}>
          {busy ? "Checking..." : "Apply"}
        </Button>
      </div>
    </div>
  );
}
