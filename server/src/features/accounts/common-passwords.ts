/** Passwords of six characters or more that head every list of leaked ones; in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 654321 123123 123321 123654 112233 121212
  102030 147258 159753 789456 123qwe 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qwerty qwertyu qwertyui qwertyuiop
  qwerty1 qwerty12 qwerty123 qwe123 qweasd qweasdzxc asdfgh asdfghjkl asdasd zxcvbn zxcvbnm azerty abc123   a123456 aa123456 1234qwer password password1 passw0rd p@ssw0rd p@ssword iloveyou
  letmein welcome welcome1 monkey dragon sunshine princess football baseball superman batman trustno1 starwars
  whatever shadow master michael jordan jordan23 killer charlie freedom mustang ashley bailey daniel jessica
  pokemon samsung google youtube facebook azertyuiop loveme fuckyou
  7777777 88888888 11111111 00000000`
    .split(/\s+/)
    .filter(Boolean),
);
