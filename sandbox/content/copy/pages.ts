import type { PageCopy } from "../shapes.ts";
import { ABOUT, CONTACT, HOW_IT_WORKS, HOW_WE_HELP } from "./company.ts";
import { FAQ } from "./faq.ts";
import { HOME, HOME_FOR_MEMBERS, HOME_SHARED } from "./home.ts";
import { COOKIES, PRIVACY } from "./legal-data.ts";
import { SERVICE, TERMS_AND_CONDITIONS } from "./legal-terms.ts";

/** Every page id that the product asks for. */
export const PAGES: PageCopy[] = [
  PRIVACY,
  HOME,
  HOME_FOR_MEMBERS,
  HOME_SHARED,
  HOW_WE_HELP,
  HOW_IT_WORKS,
  ABOUT,
  CONTACT,
  FAQ,
  TERMS_AND_CONDITIONS,
  COOKIES,
  SERVICE,
];
