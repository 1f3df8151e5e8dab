/** Misspelt in the specification, and kept (decision 37). */
export const cookiesPath = "/cookie-polices";

/** The legal pages, by address, and the page of the content service that fills each. */
export const legalPages = [
  { path: "/terms-and-conditions", text: "Terms and Conditions", page: "terms" },
  { path: cookiesPath, text: "Cookies Policy", page: "cookies" },
  { path: "/privacy-policy", text: "Privacy Policy", page: "privacy" },
  { path: "/terms-of-service", text: "Terms of Service", page: "termsOfService" },
] as const;

/** The specification's side menu: the terms and conditions are linked elsewhere. */
export const sideMenu = legalPages.filter(({ page }) => page !== "terms");
