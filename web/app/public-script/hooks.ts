/**
 * Every hook between the markup of the public pages and their script: `data-form="contact"` in the markup, `form` here.
 * A page works without the script.
 */
export type Hook =
  // Forms (ui/plain-form.tsx)
  /** A form that is sent in place; the value names its rules in contract/public-forms.ts. */
  | "form"
  /** On a form: submitted before its script had come, and held until then (first-paint.ts). */
  | "pressed"
  /** Where a form shows its result; `tone` is good or bad. */
  | "status"
  | "tone"
  /** A submit button's words while its form is on its way. */
  | "busy"
  /** A button that clears the status. */
  | "clear"
  /** A button that shows the password in the field of this id. */
  | "reveal"
  /** On a city field: the id behind the text, empty until one is chosen. */
  | "chosen"
  /** Written by the script: why a list did not come. */
  | "trouble"
  /** Hidden until a sign-in is asked for the code of its second step. */
  | "secondStep"
  /** Takes the place of its form once that has been sent. */
  | "thanks"

  // Pages
  /** On the document: the role of whoever is signed in (first-paint.ts). */
  | "role"
  /** On the document: the application runs and follows the links (root.tsx). */
  | "hydrated"
  /** On the document: the script of visitors' forms has come. */
  | "visitorForms"
  /** On the document: "light" or "dark" where the reader chose one. */
  | "appearance"
  /** A radio button for it. */
  | "appearanceChoice"
  /** A style sheet in the page: its address (root.tsx). */
  | "sheet"
  /** The note for a visitor who asked for a page for members, with one text for each reason (shell/return-note.tsx). */
  | "returnNote"
  | "asked"
  | "ended"
  /** A carousel, "moving" by itself or "resting"; its strip, and the buttons that move it by -1 or 1. */
  | "carousel"
  | "strip"
  | "move"
  /** A link to the same list, longer. */
  | "more"
  /** The link on a drawn map: the address and the title of the real one. */
  | "map"
  | "title"
  /** The button of the page for browsers without a network. */
  | "tryAgain";

const attributeOf = (hook: Hook) => `data-${hook.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A selector for elements with a hook, with any value or this one. */
export const withHook = (hook: Hook, value?: string) =>
  value === undefined ? `[${attributeOf(hook)}]` : `[${attributeOf(hook)}="${value}"]`;

/** A hook's value; undefined where the element has no such hook. */
export const hookOf = (element: Element | null | undefined, hook: Hook): string | undefined =>
  element?.getAttribute(attributeOf(hook)) ?? undefined;

/** Sets a hook, or removes it. */
export function setHook(element: Element, hook: Hook, value: string | undefined) {
  if (value === undefined) element.removeAttribute(attributeOf(hook));
  else element.setAttribute(attributeOf(hook), value);
}

/** The closest element with a hook around an event's target. */
export const closest = (target: EventTarget | null, hook: Hook): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(withHook(hook)) : null;
