import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import look from "./button.module.css";

export type ButtonLook = "primary" | "line" | "quiet" | "danger";

const joined = (...names: (string | undefined)[]) => names.filter(Boolean).join(" ");
const named = (kind: ButtonLook, more: string | undefined) => joined(look.button, look[kind], more);

/** A link that looks like a button: the page's one primary action, or a quieter way on. No script, no form kit. */
export function ButtonLink({ look: kind = "primary", className, ...rest }: LinkProps & { look?: ButtonLook }) {
  return <Link {...rest} className={named(kind, className)} />;
}

/** A button in the same clothes. Forms use SubmitButton instead. */
export function Button({
  look: kind = "primary",
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & { look?: ButtonLook }) {
  return <button {...rest} type={type} className={named(kind, className)} />;
}

/** A button in a sentence or a row, which looks like a link and takes the text's size. */
export function TextButton({ className, type = "button", ...rest }: ComponentProps<"button">) {
  return <button {...rest} type={type} className={joined(look.text, className)} />;
}
