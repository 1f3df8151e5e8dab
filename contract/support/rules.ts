import { product } from "../product.ts";

/** Texts of the specification, with the product's name in place of the specification's team. */
export const supportTexts = {
  name: "Please enter your name",
  firstName: "Please enter your First Name",
  lastName: "Please enter your Last Name",
  email: "Please enter your email",
  message: "Please enter a message.",
  incomplete: "Please complete all required fields.",
  sent: `Your message has been sent and one of the ${product} team will be in touch.`,
  subscribed: "Thanks, you’re now subscribed!",
} as const;
