import { expect, test } from "vitest";
import { ApiError } from "#web/api/client.ts";
import {
  backupCodesAreLeft,
  loginMessage,
  registerMessage,
  resetMessage,
} from "#web/features/accounts/messages.ts";

const told = (tell: (error: unknown) => string, codes: Record<string, string>) =>
  Object.fromEntries(Object.keys(codes).map((code) => [code, tell(new ApiError(400, { code }))]));

const popup = {
  POPUP_CLOSED: "Sign-in popup closed by user.",
  POPUP_BLOCKED: "Sign-in popup was blocked. Please allow popups for this site.",
  POPUP_CANCELLED: "Sign-in cancelled. Please try again.",
};
const network = "Network error. Please check your connection and try again.";

test("each code of signing in has its documented text, and any other one the common text", () => {
  const texts = {
    ...popup,
    USER_NOT_FOUND: "No account found with this email address.",
    INVALID_PASSWORD: "Incorrect password. Please try again.",
    INVALID_EMAIL: "Invalid email address format.",
    USER_DISABLED: "This account has been disabled.",
    TOO_MANY_REQUESTS: "Too many failed login attempts. Please try again later.",
    INTERNAL: "An error occurred during login. Please try again.",
  };
  expect(told(loginMessage, texts)).toEqual(texts);
  expect(loginMessage(new ApiError(0, {}))).toBe(network);
  expect(loginMessage(new Error("anything"))).toBe("An error occurred during login. Please try again.");
});

test("each code of registering has its documented text, and any other one the common text", () => {
  const texts = {
    ...popup,
    USER_ALREADY_EXISTS: "This email is already in use. Please try another one.",
    PASSWORD_TOO_SHORT: "Password must be at least 6 characters",
    PASSWORD_TOO_WEAK: "Password is too weak. Please use a stronger password.",
    EMAIL_PASSWORD_SIGN_UP_DISABLED: "Email/password registration is not enabled.",
    TOO_MANY_REQUESTS: "An error occurred during registration. Please try again.",
    INTERNAL: "An error occurred during registration. Please try again.",
  };
  expect(told(registerMessage, texts)).toEqual(texts);
  expect(registerMessage(new ApiError(0, {}))).toBe(network);
});

test("each code of a reset has its documented text, and anything else the common text", () => {
  const texts = {
    USER_NOT_FOUND: "No user found with this email address.",
    INVALID_EMAIL: "Please enter a valid email address.",
    TOO_MANY_REQUESTS: "An unexpected error occurred. Please try again later.",
    INTERNAL: "An unexpected error occurred. Please try again later.",
  };
  expect(told(resetMessage, texts)).toEqual(texts);
  expect(resetMessage(new ApiError(0, {}))).toBe("An unexpected error occurred. Please try again later.");
});

test("a last backup code is one", () => {
  expect([2, 1, 0].map(backupCodesAreLeft)).toEqual([
    "2 backup codes are left.",
    "1 backup code is left.",
    "0 backup codes are left.",
  ]);
});
