/** Simple HTML: h2, p, ul, li, strong and a only, so that the server's sanitiser leaves it unchanged. */
export const refundPolicyHtml = `<p>The short version: a failed run costs nothing, unspent credits can be refunded for 30 days, and an item that is not what we described can be returned. The long version follows.</p>
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
