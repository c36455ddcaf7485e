export type DefaultContactItem = { icon: string; type: "phone" | "email"; value: string; label: string };

/** E-mail and phone are reserved for examples; the shop's owner puts in the real ones. */
export const defaultContactPage = {
  isActive: true,
  title: "Talk to the people behind it",
  subtitle: "Contact",
  description:
    "A payment that looks odd, a picture that went wrong, an idea for a niche we lack: write a few lines and we answer by mail. If it is about an order, add its order ID and we can look straight away.",
  imageUrl: "/media/defaults/contact.webp",
  imageAlt: "",
  contactInfo: [
    { icon: "icon-mail", type: "email", value: "hello@thumbsmith.example", label: "Questions and ideas" },
    {
      icon: "icon-receipt-text",
      type: "email",
      value: "billing@thumbsmith.example",
      label: "Payments and refunds",
    },
    { icon: "icon-phone", type: "phone", value: "+1 212 555 0142", label: "If you would rather talk" },
  ] satisfies DefaultContactItem[] as DefaultContactItem[],
};
