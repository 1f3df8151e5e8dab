import { randomBytes } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `cus_` and 24 random letters or digits, in the format of Stripe's ids. */
export function newId(prefix: string, length = 24): string {
  let id = `${prefix}_`;
  for (const byte of randomBytes(length)) id += letters[byte % letters.length];
  return id;
}

/** The id behind a field that the SDK types as "id or expanded object"; the store keeps ids only. */
export function idOf(field: string | { id: string }): string;
export function idOf(field: string | { id: string } | null | undefined): string | null;
export function idOf(field: string | { id: string } | null | undefined): string | null {
  if (!field) return null;
  return typeof field === "string" ? field : field.id;
}
