/** What a support desk is asked most; {name} and {subject} are filled in from the ticket. */
export const defaultCannedReplies: { title: string; body: string }[] = [
  {
    title: "Refund",
    body: "Hello {name},\n\nwe have sent your money back through PayPal. It takes up to five working days to arrive, and the order shows the refund.",
  },
  {
    title: "Failed run",
    body: "Hello {name},\n\na run that fails gives its credit back by itself; your Credit Statement shows it. Please try once more. If it fails again, send us the video title that you used, and we look into it.",
  },
  {
    title: "Receipt",
    body: "Hello {name},\n\nthe receipt of every paid order is a PDF under Orders in your account. If a company's name or address has to be on it, enter them at the checkout of your next order.",
  },
  {
    title: "Words cut off",
    body: "Hello {name},\n\nlong titles do not fit on a thumbnail at a size that can be read. Please try again with three to five words; the rest can stand in the video's own title.",
  },
  {
    title: "Account",
    body: "Hello {name},\n\nyou change your name, photo and password under Profile. If you can't sign in, choose 'Forgot Password?' on the login page: the link in the mail lets you set a new one.",
  },
];
