/**
 * Tells a password manager whose password the form is for, which would else keep it without a name or for another
 * account. It looks at none of the type "hidden": https://www.chromium.org/developers/design-documents/form-styles-that-chromium-understands
 */
export const UsernameInput = (props: { email: string | undefined }) => (
  <input type="text" name="username" autoComplete="username" value={props.email ?? ""} readOnly hidden />
);
