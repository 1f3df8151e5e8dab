import { addressOf } from "@plumbline/contract/greeting.ts";

/** A greeting by the first name. */
export function greeting(name: string | undefined, word = "Hello"): string {
  const first = addressOf(name ?? "");
  return first ? `${word}, ${first}` : word;
}
