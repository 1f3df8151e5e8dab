import type { pageIds } from "../content/shapes.ts";
import { keysOf } from "../records.ts";

// The texts of the public pages that staff can change while the embedded content service is used, with where they stand
// in the service's pages.

/** The custom fields of a page that hold a text's parts. */
type Fields = {
  title: string;
  text: string;
  /** The text is formatted; else it is plain. */
  rich?: true;
  /** The groups of questions that follow the text. */
  groups?: string;
  picture?: string;
  button?: string;
  link?: string;
};

export type SiteText = {
  label: string;
  /** The page on which visitors read it. */
  path: string;
  page: keyof typeof pageIds;
  /** Without them the text is the page itself: its title and content. With groups it is a page as well. */
  fields?: Fields;
};

const hero = { title: "hero_title", text: "hero_description" } as const;
const closing = {
  title: "bottom_title",
  text: "bottom_description",
  button: "bottom_button",
  link: "bottom_link",
} as const;
const picture = "hero_image";

const banners = {
  "home-top": { label: "Home, at the top", path: "/", page: "home", fields: hero },
  "home-bottom": {
    label: "Home, at the bottom",
    path: "/",
    page: "mainHome",
    fields: {
      title: "feedback_title",
      text: "feedback_description",
      button: "feedback_button",
      link: "feedback_link",
    },
  },
  "how-we-help-top": {
    label: "How we help, at the top",
    path: "/how-we-help",
    page: "howWeHelp",
    fields: { ...hero, picture },
  },
  "how-we-help-bottom": {
    label: "How we help, at the bottom",
    path: "/how-we-help",
    page: "howWeHelp",
    fields: closing,
  },
  "how-it-works-top": {
    label: "How it works, at the top",
    path: "/how-it-works",
    page: "howItWorks",
    fields: { ...hero, picture },
  },
  "how-it-works-bottom": {
    label: "How it works, at the bottom",
    path: "/how-it-works",
    page: "howItWorks",
    fields: closing,
  },
  "about-top": { label: "About, at the top", path: "/about", page: "about", fields: { ...hero, picture } },
  "about-bottom": {
    label: "About, at the bottom",
    path: "/about",
    page: "about",
    fields: { ...closing, text: "bottom_content", rich: true, picture: "bottom_image" },
  },
  "contact-top": { label: "Contact, at the top", path: "/contact", page: "contact", fields: hero },
} as const satisfies Record<string, SiteText>;

const legalPages = {
  "terms-and-conditions": { label: "Terms and conditions", path: "/terms-and-conditions", page: "terms" },
  "terms-of-service": { label: "Terms of service", path: "/terms-of-service", page: "termsOfService" },
  "privacy-policy": { label: "Privacy policy", path: "/privacy-policy", page: "privacy" },
  "cookies-policy": { label: "Cookies policy", path: "/cookie-polices", page: "cookies" },
} as const satisfies Record<string, SiteText>;

const otherPages = {
  faq: { label: "Questions and answers", path: "/faq", page: "faq", fields: { ...hero, groups: "faq_groups" } },
} as const satisfies Record<string, SiteText>;

/** By the heading under which staff find them. */
export const siteTextGroups = { Banners: banners, "Legal pages": legalPages, "Other pages": otherPages } as const;

export type SiteTextName = keyof typeof banners | keyof typeof legalPages | keyof typeof otherPages;
export const siteTexts: Readonly<Record<SiteTextName, SiteText>> = {
  ...banners,
  ...legalPages,
  ...otherPages,
};
export const siteTextNames = keysOf(siteTexts);
