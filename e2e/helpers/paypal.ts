import Fastify from "fastify";
import type { Page } from "playwright-core";
import type { FaultKind, Operation } from "#emulators/paypal/faults.ts";
import { paypalEmulator } from "#emulators/paypal/server.ts";
import { closeServer, controlOf } from "./emulator-server.ts";
import { freePort } from "./free-port.ts";

export interface Paypal {
  /** What the shop has to be started with. */
  env: Record<string, string>;
  fail(on: Operation, fault: FaultKind, options?: { times?: number }): Promise<void>;
  heal(): Promise<void>;
  /** As the payer of PayPal's order, without a window. */
  approve(paypalOrderId: string): Promise<void>;
  /** Every payment that is held back goes through now, or is turned down. */
  endPending(end: "complete" | "decline"): Promise<void>;
  /** Every refund that PayPal has not settled yet ends now. */
  endRefunds(end: "complete" | "fail" | "cancel"): Promise<void>;
  /** How often money was moved for the shop's order. */
  captures(orderId: string): Promise<number>;
  close(): Promise<void>;
}

type Payment = { id: string; status: string };
type PaypalOrder = {
  purchase_units: { custom_id?: string; payments?: { captures?: Payment[]; refunds?: Payment[] } }[];
};

/**
 * The emulator for PayPal on a port of its own, with the credentials that the demo's settings name, steered over
 * its control calls. Being of another origin, it also meets the payment page's content security policy.
 */
export async function startPaypal(): Promise<Paypal> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const app = Fastify({ forceCloseConnections: true });
  await app.register(paypalEmulator, {
    baseUrl: url,
    control: true,
    deliverWebhooks: true,
    clients: [
      {
        clientId: "test",
        secret: "test-secret",
        merchantId: "7VQ5HSHPDEM2A",
        email: "shop@example.com",
        name: "Demo shop",
      },
    ],
  });
  await app.listen({ host: "localhost", port });

  const control = controlOf(url);

  async function unitsOf(isWanted: (orderId: string | undefined) => boolean) {
    const orders = (await (await control("GET", "orders")).json()) as PaypalOrder[];
    return orders.flatMap(({ purchase_units }) =>
      purchase_units.filter(({ custom_id }) => isWanted(custom_id)),
    );
  }

  async function endAll(kind: "captures" | "refunds", end: string): Promise<void> {
    const payments = (await unitsOf(() => true)).flatMap((unit) => unit.payments?.[kind] ?? []);
    for (const { id, status } of payments)
      if (status === "PENDING") await control("POST", `${kind}/${id}/${end}`, {});
  }

  return {
    env: { PAYPAL_API_URL: url, PAYPAL_SDK_URL: `${url}/sdk/js` },
    async fail(on, fault, { times } = {}) {
      await control("POST", "faults", { on, fault, ...(times === undefined ? {} : { times }) });
    },
    async heal() {
      await control("DELETE", "faults");
    },
    async approve(paypalOrderId) {
      await control("POST", `approve/${paypalOrderId}`, {});
    },
    endPending: (end) => endAll("captures", end),
    endRefunds: (end) => endAll("refunds", end),
    async captures(orderId) {
      const units = await unitsOf((custom) => custom === orderId);
      const found = units.flatMap(({ payments }) => payments?.captures ?? []);
      return found.filter(({ status }) => status === "COMPLETED").length;
    },
    close: () => closeServer(app),
  };
}

export type Choice = "balance" | "declined" | "pending" | "cancel";

/** Answers PayPal's window, once it has opened, as a payer would. */
export async function answerWindow(popup: Page, choice: Choice): Promise<void> {
  await popup.waitForURL(/token=/);
  if (choice === "cancel") {
    await popup.getByRole("button", { name: "Cancel and return" }).click();
    return;
  }
  await popup.locator(`input[value=${choice}]`).check();
  await popup.getByRole("button", { name: "Pay now" }).click();
}

/** Presses PayPal's button on a payment page and answers the window that it opens. */
export async function payWithPaypal(page: Page, choice: Choice): Promise<void> {
  const opening = page.waitForEvent("popup");
  await page.locator("[data-source=paypal]").click();
  await answerWindow(await opening, choice);
}
