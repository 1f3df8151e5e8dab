import { product } from "../product.ts";
import { commonPasswords } from "./common-passwords.ts";
import { minPasswordLength } from "./rules.ts";

/** What people try first here: the product's name and its roles. */
const contextWords = [
  ...[product.toLowerCase(), "advisor", "advisors", "customer", "customers", "business", "member", "members"],
  ...["staff", "owner", "admin", "administrator", "backoffice", "marketplace"],
];
/** The message for a password on the list here, and for one on the server's longer list. */
export const commonPassword = "This password is one of the first that people try. Please choose another.";
const onlyContextWords = new RegExp(`^(?:${contextWords.join("|")})+$`);

/**
 * Why a password is not accepted, or null: 8 to 128 characters, not a common password, not the product's name and its roles
 * with digits and signs around them, not the e-mail (decision 4). The server knows more common ones than a browser should
 * have to load (`server/auth/common-passwords.ts`).
 */
export function passwordError(password: string, email?: string): string | null {
  if (password.length < minPasswordLength) return `Please choose at least ${minPasswordLength} characters.`;
  if (password.length > 128) return "Please keep it to 128 characters.";
  if (commonPasswords.has(password.toLowerCase())) return commonPassword;
  if (onlyContextWords.test(password.toLowerCase().replace(/[^\p{L}]/gu, "")))
    return "This password is made of our own words, which people try first. Please choose another.";
  if (email && password.trim().toLowerCase() === email.trim().toLowerCase())
    return "Please choose something other than your e-mail.";
  return null;
}
