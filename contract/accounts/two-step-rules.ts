export const twoStepTexts = {
  enterCode: "Please enter the code from your authenticator app.",
  wrongCode:
    "This code is not right, or was used already. Please enter the app's next one, or a recovery code that is left.",
  needed: "Please enter the code from your authenticator app, or a recovery code.",
  setUpFirst: "Staff sign in with two steps. Set yours up first; then everything opens.",
  already: "Two-step sign-in is on already.",
  notBegun: "Please begin again: get a new secret first.",
  off: "Two-step sign-in is off.",
  required: "Staff sign in with two steps, so this cannot be turned off.",
};

export const recoveryCodeCount = 10;

/** A recovery code as it is compared: people write it with and without hyphens and in any case. */
export const recoveryCodeOf = (typed: string): string => typed.replace(/[^0-9a-z]/gi, "").toUpperCase();
/** A code of the app, which is often pasted with a space in the middle; null for anything else. */
export const appCodeOf = (typed: string): string | null => /^\d{6}$/.exec(typed.replace(/\s/g, ""))?.[0] ?? null;
