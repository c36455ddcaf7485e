/** What the script's parts share. They are sent to browsers as text, so only types may be imported. */

export type SdkConfig = { base: string; clientId: string; currency: string; version: string };

export type FundingSource = "paypal" | "card";

export type ButtonStyle = {
  layout?: "vertical" | "horizontal";
  color?: "gold" | "blue" | "silver" | "white" | "black";
  shape?: "rect" | "pill" | "sharp";
  label?: "paypal" | "checkout" | "buynow" | "pay" | "installment" | "subscribe" | "donate";
  height?: number;
  borderRadius?: number;
  disableMaxWidth?: boolean;
  tagline?: boolean;
};

export type ButtonOptions = {
  style?: ButtonStyle;
  fundingSource?: string;
  createOrder?: (data: object, actions: object) => Promise<string> | string;
  onApprove?: (data: object, actions: object) => unknown;
  onCancel?: (data: object, actions: object) => unknown;
  onError?: (error: unknown) => unknown;
  onClick?: (data: object, actions: object) => unknown;
  onInit?: (data: object, actions: object) => unknown;
};

/** What the approval window tells the page that opened it. */
export type Outcome =
  | { outcome: "approved"; token: string; payerID: string }
  | { outcome: "cancelled"; token: string }
  | { outcome: "error"; token: string; message: string };

export type CheckoutWindow = {
  /** Leads the window to an order's approval. */
  show: (orderId: string) => void;
  focus: () => void;
  close: () => void;
};

export type OpenCheckout = (
  config: SdkConfig,
  fundingSource: FundingSource,
  onOutcome: (outcome: Outcome | { outcome: "cancelled"; token: "" }) => void,
) => CheckoutWindow;

export type ButtonsView = {
  element: HTMLElement;
  setDisabled: (disabled: boolean) => void;
  setBusy: (source: FundingSource | undefined) => void;
};

export type DrawButtons = (
  sources: FundingSource[],
  style: ButtonStyle,
  onClick: (source: FundingSource) => void,
) => ButtonsView;

export type ButtonsComponent = {
  render: (container: HTMLElement | string) => Promise<void>;
  close: () => Promise<void>;
  isEligible: () => boolean;
  updateProps: (props: ButtonOptions) => Promise<void>;
  hasReturned: () => boolean;
  resume: () => void;
};

export type MakeButtons = (
  config: SdkConfig,
  options: ButtonOptions,
  draw: DrawButtons,
  open: OpenCheckout,
) => ButtonsComponent;
