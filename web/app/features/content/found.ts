import { product } from "@plumbline/contract/product.ts";
import type { MetaDescriptor } from "react-router";
import { titled } from "../../titled.ts";
import type { Picture } from "./text.ts";

type Structured = Record<string, unknown>;

/** What search engines and those who share a page are told: title, description, its one address, a picture, and what it is. */
export function foundAs({
  title,
  description,
  site,
  path,
  picture,
  article = false,
  about = [],
}: {
  title: string;
  description: string;
  /** Where people reach us. */
  site: string;
  path: string;
  picture?: Picture | null;
  article?: boolean;
  /** JSON-LD, without its context. */
  about?: Structured[];
}): MetaDescriptor[] {
  const url = site + path;
  // Networks show no drawings: one of those stands aside for the house's own picture.
  const image = picture && !/\.svg(\?|$)/.test(picture.url) ? new URL(picture.url, site).href : `${site}/og.png`;
  const property = (name: string, content: string) => ({ property: `og:${name}`, content });
  return [
    ...titled(title, description),
    { tagName: "link", rel: "canonical", href: url },
    property("site_name", product),
    property("locale", "en_GB"),
    property("type", article ? "article" : "website"),
    property("title", title),
    property("description", description),
    property("url", url),
    property("image", image),
    { name: "twitter:card", content: "summary_large_image" },
    ...about.map((each) => ({ "script:ld+json": { "@context": "https://schema.org", ...each } as never })),
  ];
}

/** Where the page stands: [name, path] from the top down. */
export function breadcrumbs(site: string, steps: readonly (readonly [string, string])[]): Structured {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, path], at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: site + path,
    })),
  };
}

export function organization(site: string): Structured {
  return { "@type": "Organization", name: product, url: site, logo: `${site}/icon.svg` };
}
