import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import classes from "./button.module.css";

export type ButtonVariant = "primary" | "line" | "quiet" | "danger";

const joined = (...names: (string | undefined)[]) => names.filter(Boolean).join(" ");
const named = (variant: ButtonVariant, more: string | undefined) => joined(classes.button, classes[variant], more);

/** A link that looks like a button: the page's one primary action, or a quieter one. No script, no form kit. */
export function ButtonLink({ variant = "primary", className, ...rest }: LinkProps & { variant?: ButtonVariant }) {
  return <Link {...rest} className={named(variant, className)} />;
}

/** A button with the same styles. Forms use SubmitButton instead. */
export function Button({
  variant = "primary",
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & { variant?: ButtonVariant }) {
  return <button {...rest} type={type} className={named(variant, className)} />;
}

/** A button in a sentence or a row, which looks like a link and has the text's size. */
export function TextButton({ className, type = "button", ...rest }: ComponentProps<"button">) {
  return <button {...rest} type={type} className={joined(classes.text, className)} />;
}
