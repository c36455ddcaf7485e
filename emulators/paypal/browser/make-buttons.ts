import type {
  ButtonOptions,
  ButtonsComponent,
  ButtonsView,
  CheckoutWindow,
  DrawButtons,
  FundingSource,
  OpenCheckout,
  SdkConfig,
} from "./types.ts";

/**
 * `paypal.Buttons(options)`. The order of calls is PayPal's: onClick, the window, createOrder, approval,
 * onApprove. `actions.restart()` leads the payer back to the same order to choose another way to pay.
 * Sent to browsers as text: it may use nothing from outside itself.
 */
export function makeButtons(
  config: SdkConfig,
  options: ButtonOptions,
  draw: DrawButtons,
  open: OpenCheckout,
): ButtonsComponent {
  const known: FundingSource[] = ["paypal", "card"];
  const sources = known.filter((source) => !options.fundingSource || options.fundingSource === source);
  let view: ButtonsView | undefined;
  let current: CheckoutWindow | undefined;
  let disabled = false;
  let busy = false;

  function fail(error: unknown): void {
    if (options.onError) options.onError(error);
    else
      setTimeout(() => {
        throw error;
      });
  }

  function setBusy(source: FundingSource | undefined): void {
    busy = source !== undefined;
    view?.setBusy(source);
  }

  /** Asks onClick whether to go on; it may answer false, or call actions.reject(). */
  function clicked(source: FundingSource): void {
    if (busy) {
      current?.focus();
      return;
    }
    let allowed = true;
    const actions = {
      resolve: async () => {
        allowed = true;
      },
      reject: async () => {
        allowed = false;
      },
    };
    try {
      const answer: unknown = options.onClick?.({ fundingSource: source }, actions);
      if (answer instanceof Promise) {
        answer.then((later) => allowed && later !== false && !disabled && pay(source), fail);
      } else if (allowed && answer !== false && !disabled) {
        pay(source);
      }
    } catch (error) {
      fail(error);
    }
  }

  /** One visit to the approval window, for a new order or, after a restart, for the same one. */
  function pay(source: FundingSource, sameOrder?: string): void {
    setBusy(source);
    let orderID = sameOrder;
    let cancelled = false;
    const opened = open(config, source, (outcome) => {
      current = undefined;
      if (outcome.outcome === "approved") {
        void approved(source, outcome.token, outcome.payerID);
      } else if (outcome.outcome === "error") {
        setBusy(undefined);
        fail(new Error(outcome.message));
      } else {
        cancelled = true;
        // Closed before the order exists: PayPal tells of it once there is an id to tell.
        if (orderID !== undefined) cancel(orderID);
      }
    });
    current = opened;
    if (orderID !== undefined) {
      opened.show(orderID);
      return;
    }
    Promise.resolve()
      .then(() => {
        if (!options.createOrder) throw new Error("createOrder is missing");
        return options.createOrder({ paymentSource: source }, { order: { create } });
      })
      .then((id) => {
        if (typeof id !== "string" || id === "") throw new Error("Expected an order id to be passed");
        orderID = id;
        if (cancelled) cancel(id);
        else opened.show(id);
      })
      .catch((error) => {
        current = undefined;
        opened.close();
        setBusy(undefined);
        fail(error);
      });
  }

  /** As the script calls PayPal: with a token that only the client id was needed for. */
  async function call(method: string, path: string, body?: object) {
    const given = await fetch(`${config.base}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${config.clientId}:`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    const { access_token } = await given.json();
    const response = await fetch(`${config.base}/v2/checkout/orders${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        "content-type": "application/json",
        prefer: "return=representation",
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.details?.[0]?.issue ?? answer.name ?? "UNKNOWN");
    return answer;
  }

  /** `actions.order.create(order)`, with the script's own intent and currency. */
  async function create(order: {
    intent?: string;
    purchase_units?: { amount?: { currency_code?: string } }[];
  }) {
    const tag = "in the paypal script tag.";
    if (order.intent && order.intent.toLowerCase() !== "capture") {
      throw new Error(`Unexpected intent: ${order.intent} passed to order.create. Please change it ${tag}`);
    }
    if (!order.purchase_units) throw new Error("A valid purchase_units array is required");
    for (const { amount } of order.purchase_units) {
      const currency = amount?.currency_code;
      if (currency && currency !== config.currency) {
        throw new Error(`Unexpected currency: ${currency} passed to order.create. Please change it ${tag}`);
      }
    }
    const units = order.purchase_units.map((unit) => ({
      ...unit,
      amount: { ...unit.amount, currency_code: config.currency },
    }));
    return (await call("POST", "", { ...order, intent: "CAPTURE", purchase_units: units })).id as string;
  }

  function cancel(orderID: string): void {
    setBusy(undefined);
    try {
      options.onCancel?.({ orderID }, { redirect: (url: string) => window.location.assign(url) });
    } catch (error) {
      fail(error);
    }
  }

  async function approved(source: FundingSource, orderID: string, payerID: string): Promise<void> {
    let restarted = false;
    const data = { orderID, payerID, paymentID: null, billingToken: null, paymentSource: source };
    const actions = {
      restart: () => {
        restarted = true;
        pay(source, orderID);
      },
      redirect: (url: string) => window.location.assign(url),
      order: {
        get: () => call("GET", `/${orderID}`),
        capture: () => call("POST", `/${orderID}/capture`),
      },
    };
    try {
      await options.onApprove?.(data, actions);
    } catch (error) {
      fail(error);
    } finally {
      if (!restarted) setBusy(undefined);
    }
  }

  return {
    isEligible: () => sources.length > 0,
    hasReturned: () => false,
    resume: () => undefined,
    updateProps: async (props) => {
      for (const [name, value] of Object.entries(props)) {
        if (value !== undefined) Object.assign(options, { [name]: value });
      }
    },
    render: async (container) => {
      const parent = typeof container === "string" ? document.querySelector(container) : container;
      if (!parent) throw new Error(`Document is ready and element ${container} does not exist`);
      if (!parent.isConnected) throw new Error("Detected container element removed from DOM");
      view = draw(sources, options.style ?? {}, clicked);
      parent.append(view.element);
      options.onInit?.(
        {},
        {
          enable: async () => {
            disabled = false;
            view?.setDisabled(false);
          },
          disable: async () => {
            disabled = true;
            view?.setDisabled(true);
          },
        },
      );
    },
    close: async () => {
      current?.close();
      current = undefined;
      view?.element.remove();
      view = undefined;
    },
  };
}
