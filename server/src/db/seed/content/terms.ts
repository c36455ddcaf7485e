/** Simple HTML: h2, p, ul, li, strong and a only, so that the server's sanitiser leaves it unchanged. */
export const termsHtml = `<p>These terms are the agreement between you and the operator of Thumbsmith, who is named on the <a href="/contact">contact page</a> and at the foot of each page. We have tried to write them so that you can read them in five minutes. You accept them when you create an account; we keep which version you accepted, and when.</p>
<h2>What you get here</h2>
<p>You type the title of a video, choose a niche and a style, and an AI image model draws two different pictures. You download them as 1280×720 PNG files under 2 MB. We also sell digital items for creators, such as guides and checklists.</p>
<h2>Your account</h2>
<ul>
<li>You must be at least 18 years old and give a working email address.</li>
<li>Keep your password to yourself. Tell us quickly if you think someone else is using your account.</li>
<li>You can delete your account yourself, on the profile page. Credits that are left in it are then gone, so ask for a refund first if you are entitled to one.</li>
</ul>
<h2>Credits</h2>
<ul>
<li>Credits come with packages. They are a prepaid right to runs of the generator, not money: they earn nothing, cannot be moved to another account and cannot be sold.</li>
<li>The generator shows what a run costs and the smallest balance that it needs before you start one. That balance can be higher than the cost of the run.</li>
<li>A run that does not deliver both pictures has failed, and its credit returns to your balance by itself.</li>
<li>A run that delivers both pictures is spent, even if the pictures are not to your taste. AI drawing is partly a matter of luck; two different pictures in each run are our way of improving the odds.</li>
<li>Credits do not lapse. Every change of your balance stands in your credit statement with its reason.</li>
</ul>
<h2>Memberships</h2>
<p>Some packages also set your membership level for the number of days on the package. The days count from the order, or from the end of a membership that is still running, so that renewing early loses nothing. A membership never renews by itself and we never charge you without a new order from you. When it ends, your credits remain.</p>
<h2>Prices and payment</h2>
<p>The price, any processing fee and the currency stand on the checkout and on the payment page before you pay. Payment goes through PayPal and PayPal's own terms apply to it. Your order is filled once PayPal confirms that the payment is complete; while a payment is still under review, the order waits. After payment you receive a receipt by mail and can download it from your orders.</p>
<h2>Refunds</h2>
<p>The <a href="/refund-policy">refund policy</a> is part of these terms.</p>
<h2>Digital items</h2>
<p>After payment you find the item's instructions and its access link on your order and in your mail. You may use an item for your own channels and for channels that you work for. You may not resell it or pass it on.</p>
<h2>Your pictures</h2>
<ul>
<li>As far as we can hold rights in the pictures you generate, they are yours. You may use, edit and publish them, also commercially, without naming us.</li>
<li>The pictures are made by AI. In some countries such pictures have little or no copyright protection, and the model may draw something similar for someone else. We cannot promise that a picture is unique or that nobody holds rights in something it resembles.</li>
<li>Look before you publish. You decide what goes online, and the rules of the platform are yours to follow, including any that ask you to label AI-made or altered content.</li>
<li>Files carry machine-readable information saying that they were made with AI. Please leave it in place.</li>
</ul>
<h2>What the generator is not for</h2>
<p>Do not use it to deceive people about real persons or events, to sexualise anyone, to harass or threaten, to promote violence or hatred, to copy someone's brand or artwork, or for anything unlawful. Google's rules on prohibited uses of its AI models apply as well. The model may refuse a request; such a run counts as failed and costs nothing.</p>
<h2>When we may step in</h2>
<p>We may disable an account that breaks these terms, attacks the shop or pays with money that is not its own. We say why. Unspent credits from honest payments are refunded in that case, less any damage we can show.</p>
<h2>Our part</h2>
<p>We keep the shop running with care but cannot promise that it, PayPal or the image model is always reachable. Where we fail you, we are liable as the law provides. Nothing in these terms limits liability for intent, gross negligence or injury, nor any right that the law of your country gives you as a consumer.</p>
<h2>Changes</h2>
<p>If we change these terms, the new text applies to orders made after it is published. Credits you have already bought keep the conditions you bought them under, unless the new ones are better for you.</p>`;
