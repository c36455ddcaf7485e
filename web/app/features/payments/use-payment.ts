import { useCallback, useEffect, useRef, useState } from "react";
import { createPaypalOrder } from "#contract/payments.ts";
import { ApiError, api } from "#web/api/client.ts";
import {
  isUnderWay,
  pauses,
  paymentTexts,
  paypalErrorText,
  refusalText,
  successPath,
  successText,
} from "#web/features/payments/messages.ts";
import {
  askAgain,
  noticeOf,
  type Outcome,
  type Payable,
  settle,
  type Unfinished,
} from "#web/features/payments/settle.ts";
import { leaveNotice, type Notice } from "#web/features/shell/page-notice.tsx";
import { useIsHere } from "#web/ui/is-here.ts";

export type Banner = Notice & {
  /** What support needs to find the payment. */
  contact?: { transactionId: string | null; at: string };
  /** The page goes on by itself in a moment. */
  leaving?: boolean;
};

type Phase =
  | { name: "ready" }
  | { name: "capturing" }
  | { name: "waiting"; reason: Unfinished }
  | { name: "over" };

/** What one tab found out about an order, for the browser's other tabs of it. */
type News = { id: string; outcome: Outcome };

const channelName = "thumbsmith-payment";

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const firstPolls = 20;

/**
 * One order's payment as the page sees it: what stands in the banner, and what the payment buttons call.
 * `readAgain` reads the order anew and answers its payment status.
 */
export function usePayment(order: Payable | undefined, readAgain: () => Promise<string | undefined>) {
  const [banner, setBanner] = useState<Banner | null>(null);
  const [phase, setPhase] = useState<Phase>({ name: "ready" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ownFailure = useRef<string>(undefined);
  /** The page says already what has become of the payment; the buttons' own error adds nothing. */
  const handled = useRef(false);
  /** A channel hears all of its name but itself: on another one this tab would be told its own news. */
  const channel = useRef<BroadcastChannel>(null);
  const isHere = useIsHere();

  useEffect(() => () => clearTimeout(timer.current), []);

  /** Says why, then goes on; a document of its own, so that PayPal's script and policy stay behind. */
  const leave = useCallback(
    (path: string, ms: number, notice: Notice) => {
      setBanner({ ...notice, leaving: true });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (!isHere()) return;
        leaveNotice(notice);
        location.assign(path);
      }, ms);
    },
    [isHere],
  );

  const stay = useCallback(() => {
    clearTimeout(timer.current);
    setBanner((now) => now && { ...now, leaving: false });
  }, []);

  const show = useCallback(
    (outcome: Outcome) => {
      if (!order) return;
      if (!isHere()) leaveNotice(noticeOf(outcome, order));
      switch (outcome.kind) {
        case "paid": {
          handled.current = true;
          setPhase({ name: "over" });
          const pause = outcome.modified ? pauses.success : pauses.nothingModified;
          leave(successPath[order.kind], pause, { kind: "success", text: successText[order.kind] });
          break;
        }
        case "waiting":
          handled.current = true;
          setPhase({ name: "waiting", reason: outcome.reason });
          setBanner(null);
          break;
        case "declined":
          setPhase({ name: "ready" });
          setBanner({ kind: "error", text: outcome.text });
          break;
        case "contact":
          setPhase({ name: "over" });
          setBanner({
            kind: "error",
            text: outcome.text,
            contact: { transactionId: outcome.transactionId, at: new Date().toUTCString() },
          });
          break;
        case "failed":
          setPhase({ name: "ready" });
          if (outcome.text === paymentTexts.detailsMissing) setBanner({ kind: "error", text: outcome.text });
          else leave("/user/dashboard", pauses.failure, { kind: "error", text: outcome.text });
      }
      void readAgain();
    },
    [order, leave, readAgain, isHere],
  );

  /** PayPal turns this tab's window away once another tab has paid, and tells the page nothing. */
  useEffect(() => {
    if (!order) return;
    const heard = new BroadcastChannel(channelName);
    channel.current = heard;
    heard.onmessage = ({ data }: MessageEvent<News>) => {
      if (data.id !== order.id) return;
      if (data.outcome.kind === "paid") show({ kind: "paid", modified: false });
      if (data.outcome.kind === "waiting") show(data.outcome);
    };
    return () => {
      heard.close();
      channel.current = null;
    };
  }, [order, show]);

  useEffect(() => {
    if (phase.name !== "waiting" || !order) return;
    let current = true;
    (async () => {
      for (let asked = 0; current; asked += 1) {
        await sleep(asked < firstPolls ? 3000 : 15_000);
        if (!current || document.visibilityState === "hidden") continue;
        const outcome = await askAgain(api, order, phase.reason);
        if (current && outcome) show(outcome);
      }
    })();
    return () => {
      current = false;
    };
  }, [phase, order, show]);

  /** Another tab, or the server itself, may have brought the payment to its end meanwhile. */
  async function paidElsewhere(): Promise<boolean> {
    const paid = (await readAgain())?.toLowerCase() === "paid";
    if (paid) show({ kind: "paid", modified: false });
    return paid;
  }

  async function createOrder(): Promise<string> {
    ownFailure.current = undefined;
    handled.current = false;
    try {
      if (!order) throw new ApiError(0, { message: paymentTexts.setupIncomplete });
      const { data } = (await api(createPaypalOrder, { body: { orderId: order.id, kind: order.kind } })).body;
      return data.id;
    } catch (error) {
      ownFailure.current = order ? refusalText(error, order.kind) : paymentTexts.setupIncomplete;
      if (!(await paidElsewhere()) && isUnderWay(error)) {
        show({ kind: "waiting", reason: "CAPTURE_PENDING" });
      }
      throw error;
    }
  }

  async function onApprove(paypalOrderId: string, restart: () => void): Promise<void> {
    if (!order) return;
    setPhase({ name: "capturing" });
    setBanner(null);
    const outcome = await settle(api, order, paypalOrderId, sleep);
    show(outcome);
    // The page's own is closed once it was left.
    const tabs = channel.current ?? new BroadcastChannel(channelName);
    tabs.postMessage({ id: order.id, outcome } satisfies News);
    if (tabs !== channel.current) tabs.close();
    if (outcome.kind === "declined" && outcome.isPayable && isHere()) restart();
  }

  return {
    banner,
    phase,
    stay,
    createOrder,
    onApprove,
    onClick: () => {
      ownFailure.current = undefined;
      clearTimeout(timer.current);
      setBanner(null);
    },
    onCancel: () => {
      if (handled.current) return;
      setPhase({ name: "ready" });
      leave("/user/dashboard", pauses.failure, { kind: "info", text: paymentTexts.cancelled });
      void paidElsewhere();
    },
    onError: () => {
      if (handled.current) return;
      setPhase((now) => (now.name === "capturing" ? { name: "ready" } : now));
      const text = ownFailure.current ?? paypalErrorText[order?.kind ?? "package"];
      setBanner({ kind: "error", text });
    },
  };
}
