import type { PageCopy } from "../shapes.ts";
import { about, contact, howItWorks, howWeHelp } from "./company.ts";
import { faq } from "./faq.ts";
import { home, homeForMembers, homeShared } from "./home.ts";
import { cookies, privacy } from "./legal-data.ts";
import { service, termsAndConditions } from "./legal-terms.ts";

/** Every page id that the product asks for. */
export const pages: PageCopy[] = [
  privacy,
  home,
  homeForMembers,
  homeShared,
  howWeHelp,
  howItWorks,
  about,
  contact,
  faq,
  termsAndConditions,
  cookies,
  service,
];
