/** Whose mail it is: the shop's name from its settings and its public address. */
export interface MailBrand {
  shopName: string;
  appUrl: string;
}

/** What each template needs. Amounts and dates come formatted; addresses come whole. */
export interface TemplateProps {
  "payment-received": {
    customerName: string;
    packageName: string;
    orderId: string;
    /** Its code and what it gave, where the order was made with one. */
    coupon?: string | undefined;
    total: string;
    /** The coupon left nothing to pay. */
    isFree: boolean;
    credits: number;
    /** dd/mm/yyyy, where the purchase brings a membership that ends. */
    membershipUntil?: string | undefined;
    ordersUrl: string;
  };
  "membership-ending": { customerName: string; endsOn: string; renewUrl: string };
  /** `files`: how many go along with the message; they stay in the shop. */
  "ticket-answered": {
    customerName: string;
    subject: string;
    message: string;
    files: number;
    ticketUrl: string;
  };
  "contact-answered": {
    customerName: string;
    subject: string;
    message: string;
    files: number;
    replyUrl: string;
  };
  "support-notice": {
    from: string;
    subject: string;
    message: string;
    files: number;
    isNew: boolean;
    ticketUrl: string;
  };
  "password-changed": { customerName: string; resetUrl: string };
  "reset-password": { resetUrl: string };
  /** `html` must be sanitised already. */
  "admin-message": { subject: string; html: string };
  /** For features that write their own texts. */
  plain: {
    title: string;
    paragraphs: readonly string[];
    button?: { label: string; url: string } | undefined;
  };
}

export type TemplateName = keyof TemplateProps;
