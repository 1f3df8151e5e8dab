/**
 * A plugin of rolldown and Vite: writes characters outside Latin-1 as escapes. V8 keeps a file with a single one of them at
 * two bytes a character, for as long as the process lives.
 */
export const oneByte = {
  name: "one-byte",
  generateBundle(_options, bundle) {
    const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    for (const file of Object.values(bundle))
      if (file.type === "chunk") file.code = file.code.replace(/[^\0-\xff]/g, escaped);
  },
};
