import sanitize from "sanitize-html";
import { ourPathOf } from "./site-links.ts";

/** The content service's site, and further hosts that its pictures may come from; null for the embedded service. */
export type Source = { site: string; pictureHosts: readonly string[] } | null;

const linkSchemes = ["http", "https", "mailto", "tel"];

/** The page of an embedded film, from the address of its frame; null for any other frame. */
function filmOf(frame: string): { url: string; host: string } | null {
  const address = frame.replaceAll("&amp;", "&").replace(/^\/\//, "https://");
  if (!URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  const id = /^\/(?:embed|video)\/([\w-]+)/.exec(pathname)?.[1];
  if (id && /(^|\.)youtube(-nocookie)?\.com$/.test(hostname))
    return { url: `https://www.youtube.com/watch?v=${id}`, host: "YouTube" };
  if (id && hostname === "player.vimeo.com") return { url: `https://vimeo.com/${id}`, host: "Vimeo" };
  return null;
}

/**
 * Replaces an embedded film by a local picture with a link to it, so that a page view loads nothing from other hosts.
 */
const withLinkedFilms = (html: string) =>
  html.replace(/<iframe\b[^>]*?\bsrc\s*=\s*["']([^"']*)["'][^>]*>(?:[\s\S]*?<\/iframe\s*>)?/gi, (_, frame: string) => {
    const film = filmOf(frame);
    if (!film) return "";
    const picture = `<img src="/film.svg" alt="Watch the film on ${film.host}" width="1280" height="720">`;
    return `<figure><a href="${film.url}">${picture}</a><figcaption>The film is on ${film.host}.</figcaption></figure>`;
  });

/**
 * Root-relative addresses point to this site; other relative ones are relative to the editors' site and are dropped.
 */
const followable = (address: string | undefined) =>
  !!address && /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(address.trim());
const isAbsolute = (address: string) => /^https?:/i.test(address);

/**
 * Whether a picture is on this site, on the service's host or on a listed host; pages load pictures from no other host.
 */
export function isKnownPicture(address: string, source: Source): boolean {
  if (!isAbsolute(address)) return true;
  if (!source || !URL.canParse(address)) return source === null;
  const { host } = new URL(address);
  return host === new URL(source.site).host || source.pictureHosts.includes(host);
}

const optionsFor = (source: Source): sanitize.IOptions => ({
  // The elements that the style sheet for reading text covers: no styles, classes, frames, forms, scripts or event
  // handlers.
  allowedTags: [
    ..."h2 h3 h4 p br hr blockquote ul ol li dl dt dd strong b em i u s sub sup mark small code pre a img".split(" "),
    ..."figure figcaption table caption thead tbody tfoot tr th td abbr cite q time".split(" "),
  ],
  allowedAttributes: {
    a: ["href", "rel"],
    img: ["src", "alt", "width", "height", "loading"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
    abbr: ["title"],
    time: ["datetime"],
  },
  allowedSchemes: linkSchemes,
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "iframe",
    "object",
    "embed",
    "template",
    "svg",
    "math",
    "title",
    "select",
  ],
  // Deeper than real documents; deeper nesting can only be an attack.
  nestingLimit: 40,
  transformTags: {
    // A page has one h1 of its own.
    h1: "h2",
    h5: "h4",
    h6: "h4",
    a: (tagName, { href }): sanitize.Tag => {
      if (!href || !followable(href)) return { tagName, attribs: {} };
      const to = (source && ourPathOf(href.trim(), source.site)) ?? href;
      return { tagName, attribs: { href: to, ...(isAbsolute(to) ? { rel: "noreferrer" } : {}) } };
    },
    img: (tagName, { src, alt, width = "", height = "" }) => ({
      tagName,
      attribs: {
        ...(src && followable(src) && isKnownPicture(src.trim(), source) ? { src } : {}),
        alt: alt ?? "",
        loading: "lazy",
        ...(/^\d{1,4}$/.test(width) && /^\d{1,4}$/.test(height) ? { width, height } : {}),
      },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
});

/**
 * Cleans a value of the content service at any depth: HTML is reduced to an allow list of tags and attributes, and
 * links to the service's own site become links to our pages, as do plain addresses.
 */
export function cleanerFor(source: Source) {
  const options = optionsFor(source);
  const cleanText = (text: string): string => {
    if (text.includes("<")) return sanitize(withLinkedFilms(text), options);
    return (source && isAbsolute(text) && ourPathOf(text.trim(), source.site)) || text;
  };
  return function clean(value: unknown): unknown {
    if (typeof value === "string") return cleanText(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner)]));
  };
}
