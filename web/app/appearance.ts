/** Where this browser keeps the reader's choice; nothing is kept for "system". */
export const appearanceKey = "plumbline:appearance";

export const appearances = [
  { value: "system", text: "System" },
  { value: "light", text: "Light" },
  { value: "dark", text: "Dark" },
] as const;
