import { product } from "@plumbline/contract/product.ts";
import type { MetaDescriptor } from "react-router";
import { titled } from "../../titled.ts";
import type { Picture } from "./text.ts";

type Structured = Record<string, unknown>;

/**
 * A page's metadata for search engines and link previews: title, description, canonical address, a picture, and
 * structured data.
 */
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
  /** Our own origin. */
  site: string;
  path: string;
  picture?: Picture | null;
  article?: boolean;
  /** JSON-LD, without its context. */
  about?: Structured[];
}): MetaDescriptor[] {
  const url = site + path;
  // Link previews do not display SVG, so our own picture replaces one.
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
    // The router types this as a closed JSON value, which an open record is not.
    ...about.map((each) => ({ "script:ld+json": { "@context": "https://schema.org", ...each } as never })),
  ];
}

/** The page's position in the site: [name, path] from the top down. */
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
