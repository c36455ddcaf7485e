import { termsHtml } from "#server/db/seed/content/terms.ts";

export type DefaultPage = {
  slug: "terms" | "privacy" | "refund-policy";
  title: string;
  /** Simple HTML without a main heading: the title is the heading. */
  body: string;
};

const privacyHtml = `<p>This page says what Thumbsmith knows about you, why, who else sees it, and how to make us forget. The operator named on the <a href="/contact">contact page</a> is responsible for it.</p>
<h2>What we keep</h2>
<ul>
<li><strong>Your account:</strong> name, email address, your password in a hashed form that we cannot read back, and whatever you choose to add to your profile, such as a photo, address or phone number.</li>
<li><strong>What you accepted:</strong> the version of the terms, and the time.</li>
<li><strong>Orders:</strong> what you bought, the amount, your name, address and country, PayPal's transaction number and the email address of the PayPal account that paid. We never see your card or bank details.</li>
<li><strong>Credits:</strong> a statement of every change of your balance.</li>
<li><strong>Runs:</strong> the titles and prompts you typed, the niche and style, and the pictures, in a gallery that is private to your account.</li>
<li><strong>Your pictures:</strong> faces, products, logos and styles that you add, what you call them, and when you confirmed that you may use a face.</li>
<li><strong>Support:</strong> your tickets and messages and our answers, and the mails we sent you.</li>
<li><strong>Sessions and safety:</strong> the network address and browser name of a sign-in, and short-lived counts of requests by address or account, which protect the shop against guessing and overload.</li>
</ul>
<p>We use all this to run your account, fill your orders, answer you, keep the books that the law asks for and keep the shop safe. We do not sell it, show advertising or build profiles of you.</p>
<h2>Who else receives something</h2>
<ul>
<li><strong>Google</strong> receives your prompt, including title, niche and style, when you generate or enhance, and those of your pictures that you choose for a run, because its Gemini models do the drawing and writing. We do not send your name or email address along. Do not put personal details of other people into a prompt.</li>
<li><strong>PayPal</strong> receives the order and amount, and everything you enter in its own window, when you pay.</li>
<li><strong>Our hosting and mail providers</strong> carry the data on our behalf.</li>
<li><strong>YouTube</strong> receives your network address only if you click to play a video that is embedded in a page. If you connect your channel, we read its name, its picture and its list of videos through YouTube's API Services, and send a thumbnail there when you set it. We keep which channel it is and what was set, hand it to nobody, and forget the channel when you disconnect it in your profile. You can also take our access back at <a href="https://myaccount.google.com/connections" rel="noopener noreferrer">Google</a>: we then forget the channel within a week of learning it. <a href="https://policies.google.com/privacy" rel="noopener noreferrer">Google's privacy policy</a> and <a href="https://www.youtube.com/t/terms" rel="noopener noreferrer">YouTube's terms</a> apply to what it does itself.</li>
<li><strong>A sign-in service</strong>, such as Google or GitHub, if this shop offers one and you choose it: we receive your name, email address and photo from it.</li>
</ul>
<h2>Cookies</h2>
<p>We set the cookies that keep you signed in, and none for advertising or statistics. A cookie of the session needs no consent banner, which is why you see none. Your browser may also remember choices such as light or dark on your own device. PayPal and YouTube may set cookies of their own once you open the payment page or play a video.</p>
<h2>How long</h2>
<ul>
<li>Your profile, runs and pictures stay until you delete them or your account. Each run can be deleted by itself in the gallery.</li>
<li>Sessions end when you sign out, when you reset your password, or 30 days after you signed in.</li>
<li>Orders, receipts and credit entries stay as long as tax and accounting law requires.</li>
<li>Messages from visitors without an account stay until the matter is settled and no claim can follow from it.</li>
</ul>
<h2>Deleting your account</h2>
<p>On the profile page you can delete your account with your password, at any hour and without asking us. Your sessions end and your personal data is erased. Orders and credit entries remain under a pseudonym, because books must not have holes. Pictures that you have published elsewhere are out of our reach.</p>
<h2>Your rights</h2>
<p>You can see and correct most of your data on the profile page and in your account. For a copy of everything, a correction, a deletion or an objection, write to us through the <a href="/contact">contact page</a>. If we do not settle it, you may turn to the data protection authority of your country.</p>
<h2>Pictures that you upload and pictures that we make</h2>
<p>Photos that you upload are re-encoded and lose hidden details such as the place where they were taken. Thumbnails that the model makes keep the mark that says they are AI-made; it contains nothing about you.</p>`;

const refundPolicyHtml = `<p>The short version: a failed run costs nothing, unspent credits can be refunded for 30 days, and an item that is not what we described can be returned. The long version follows.</p>
<h2>A run that failed</h2>
<p>There is nothing to ask for. If a run does not deliver both pictures, its credit returns to your balance by itself, whatever the cause: an error, a refusal by the model, a time-out or a fault of ours. Your credit statement shows both entries. If you ever find one without the other, write to us and we will put it right.</p>
<h2>Credits you have not spent</h2>
<ul>
<li>Within 30 days of payment you can ask for the unspent credits of a package back, without giving a reason.</li>
<li>If you have spent none, you get the whole amount back. If you have spent some, you get the share of the price that belongs to the unspent ones. Example: a package of 30 credits, 12 spent, 18 left: you get 18/30 of what you paid.</li>
<li>The refunded credits leave your balance. Membership days come with the credits and have no price of their own.</li>
<li>A package without credits can be refunded in full within 14 days of payment.</li>
<li>The generator asks for a smallest balance before it starts a run, so a last single credit may have to wait for your next top-up. It can be refunded like any other.</li>
</ul>
<h2>Credits you have spent</h2>
<p>A run that delivered two pictures is used up, even when neither is the one. If the files themselves are faulty, for example damaged or without any picture of your subject, send us the title and time of the run and we return the credit.</p>
<h2>Digital items</h2>
<p>Items reach you in full as soon as the payment is complete, and cannot be handed back. So we do not refund them merely because you changed your mind. If an item is faulty, cannot be opened or differs from its description, tell us within 14 days and you get it repaired or your money back, as you prefer.</p>
<h2>How to ask</h2>
<p>Open a ticket in your account, or use the <a href="/contact">contact page</a>, and name the order ID from your orders or receipt. A person reads it. Refunds go back through PayPal to the account or card that paid, in the currency of the order. How long PayPal and your bank then take is up to them; the order shows Refunded or Partially refunded as soon as PayPal confirms.</p>
<h2>Disputes</h2>
<p>Please write to us before you open a dispute with PayPal or your bank; it is nearly always quicker. While a dispute is open the order shows Disputed. If a payment is taken back after its credits were spent, the spent part stays on your account as a debt, and your next purchase settles it first. If the dispute ends in our favour, everything is as it was before.</p>
<h2>A double payment, or one you did not make</h2>
<p>If you were charged twice for one order, or charged without receiving what you paid for, tell us. You get either the goods or the money, whichever you choose.</p>
<h2>Your legal rights</h2>
<p>This policy adds to the rights that the law of your country gives you as a consumer. It takes none of them away.</p>`;

export const defaultPages: DefaultPage[] = [
  { slug: "terms", title: "Terms of use", body: termsHtml },
  { slug: "privacy", title: "Privacy", body: privacyHtml },
  { slug: "refund-policy", title: "Refund policy", body: refundPolicyHtml },
];
