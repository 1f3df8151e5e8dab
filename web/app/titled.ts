import { product } from "@plumbline/contract/product.ts";
import type { MetaDescriptor } from "react-router";

/** `export const meta = () => titled("Billing")`: the page's title, and the description for public pages. */
export function titled(title: string, description?: string): MetaDescriptor[] {
  return [
    { title: title === product ? product : `${title} · ${product}` },
    ...(description ? [{ name: "description", content: description }] : []),
  ];
}
