import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { checkCoupon } from "#contract/coupons.ts";
import { ApiError, api } from "#web/api/client.ts";
import styles from "#web/features/orders/checkout.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";

export type CouponQuote = AnswerOf<typeof checkCoupon>["data"];

/** The coupon of a checkout. Its code is in the address, so that a reload and a sign-in on the way lose nothing. */
export function useCoupon(packageId: string) {
  const [params] = useSearchParams();
  const [quote, setQuote] = useState<CouponQuote | null>(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const asked = params.get("coupon") ?? "";
  const tried = useRef("");

  /** By the browser's own history: the router would load the page's data anew. */
  function keep(code: string) {
    tried.current = code;
    const address = new URL(location.href);
    if (code) address.searchParams.set("coupon", code);
    else address.searchParams.delete("coupon");
    history.replaceState(history.state, "", address);
  }

  async function apply(entered: string) {
    const code = entered.trim();
    if (busy) return;
    if (!code) return setError("Please enter a code.");
    setBusy(true);
    setError("");
    try {
      const { data } = (await api(checkCoupon, { body: { code, packageId } })).body;
      setQuote(data);
      keep(data.code);
    } catch (failed) {
      refuse(
        failed instanceof ApiError ? failed.message : "The code could not be checked. Please try again.",
      );
    } finally {
      setBusy(false);
    }
  }

  function refuse(text: string) {
    setQuote(null);
    setError(text);
  }

  function remove() {
    setQuote(null);
    setError("");
    keep("");
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code that the address brought is tried once.
  useEffect(() => {
    if (!asked || tried.current === asked) return;
    tried.current = asked;
    void apply(asked);
  }, [asked]);

  return { quote, error, busy, asked, apply, refuse, remove, clear: () => setError("") };
}

/** 'Have a code?' beneath the summary. Enter in it applies the code and leaves the form around it alone. */
export function CouponField({ coupon }: { coupon: ReturnType<typeof useCoupon> }) {
  const { quote, error, busy, asked } = coupon;
  const [opened, setOpened] = useState(false);
  const [code, setCode] = useState("");
  const id = useId();
  const open = opened || error !== "";
  useEffect(() => setCode((now) => now || asked), [asked]);

  if (quote) {
    return (
      <p className={styles.coupon} role="status">
        <span>
          Coupon <b>{quote.code}</b> applied
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setCode("");
            coupon.remove();
          }}
        >
          Remove<span className="visually-hidden"> the coupon</span>
        </Button>
      </p>
    );
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void coupon.apply(code);
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
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={code}
          error={error}
          onKeyDown={onKey}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            coupon.clear();
            setOpened(true);
          }}
        />
        <Button variant="default" aria-disabled={busy || undefined} onClick={() => void coupon.apply(code)}>
          {busy ? "Checking..." : "Apply"}
        </Button>
      </div>
    </div>
  );
}
