import { product } from "../product.ts";

/** The specification's words, each in this one place; the team is the product's own. */
export const supportTexts = {
  firstName: "Please enter your First Name",
  lastName: "Please enter your Last Name",
  email: "Please enter your email",
  message: "Please enter a message.",
  incomplete: "Please complete all required fields.",
  sent: `Your message has been sent and one of the ${product} team will be in touch.`,
  subscribed: "Thanks, you’re now subscribed!",
} as const;
