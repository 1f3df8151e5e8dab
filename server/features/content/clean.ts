import sanitize from "sanitize-html";

const linkSchemes = ["http", "https", "mailto", "tel"];

/** Root-relative addresses are ours; other relative ones meant a place on the editors' site and lead nowhere here. */
const followable = (address: string | undefined) =>
  !!address && /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(address.trim());
const outside = (address: string) => /^https?:/i.test(address);

const options: sanitize.IOptions = {
  // What the look of reading text knows. No styles, classes, frames, forms, scripts or event handlers.
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
  // Deeper than anyone writes; what is nested further is somebody trying us out.
  nestingLimit: 40,
  transformTags: {
    // The page has its one title.
    h1: "h2",
    h5: "h4",
    h6: "h4",
    a: (tagName, { href }) => ({
      tagName,
      attribs: followable(href)
        ? { href: href as string, ...(outside(href as string) ? { rel: "noreferrer" } : {}) }
        : ({} as sanitize.Attributes),
    }),
    img: (tagName, { src, alt, width, height }) => ({
      tagName,
      attribs: {
        ...(followable(src) ? { src: src as string } : {}),
        alt: alt ?? "",
        loading: "lazy",
        ...(/^\d{1,4}$/.test(width ?? "") && /^\d{1,4}$/.test(height ?? "")
          ? { width: width as string, height: height as string }
          : {}),
      },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
};

/** What an editor's HTML may be on our pages: an allow list of tags and attributes, balanced, with links that lead somewhere. */
export function cleanHtml(html: string): string {
  return html.includes("<") ? sanitize(html, options) : html;
}

/** The same value with every text in it cleaned, however deep it lies. */
export function cleanDeep(value: unknown): unknown {
  if (typeof value === "string") return cleanHtml(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanDeep(inner)]));
}
