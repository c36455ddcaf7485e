/** What is wrong with a password that is typed twice, by field name. */
export function passwordProblems(password = "", confirmation = ""): Record<string, string> {
  if (password.length < 6) return { password: "Password must be at least 6 characters" };
  if (password !== confirmation) return { confirmPassword: "Passwords do not match" };
  return {};
}
