import type { Page } from "@playwright/test";

export const banner = (page: Page) => page.getByRole("banner");
export const mainLinks = (page: Page) => banner(page).getByRole("navigation", { name: "Main" }).getByRole("link");
