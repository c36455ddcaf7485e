/** Simple HTML: h2, p, ul, li, strong and a only, so that the server's sanitiser leaves it unchanged. */
export const privacyHtml = `<p>This page says what Thumbsmith knows about you, why, who else sees it, and how to make us forget. The operator named on the <a href="/contact">contact page</a> is responsible for it.</p>
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
<li><strong>YouTube</strong> receives your network address only if you click to play a video that is embedded in a page. If you connect your channel, we read its name, its picture and its list of videos through YouTube's API Services, and send a thumbnail there when you set it. We keep which channel it is and what was set, hand it to nobody, and forget the channel when you disconnect it in your profile. You can also take our access back at <a href="https://myaccount.google.com/connections" rel="noopener noreferrer">Google</a>. <a href="https://policies.google.com/privacy" rel="noopener noreferrer">Google's privacy policy</a> and <a href="https://www.youtube.com/t/terms" rel="noopener noreferrer">YouTube's terms</a> apply to what it does itself.</li>
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
