import { decodeHTMLStrict } from "entities";

const reference = /&(#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

/** By the browser itself, whose table of two thousand names need not be sent to it. */
function byBrowser(text: string): string {
  return text.replace(reference, (written) => {
    const area = document.createElement("textarea");
    area.innerHTML = written;
    // Of an unknown name a browser takes the beginning that it knows, such as "&not" of "&notit;", and leaves the end.
    const unknown = area.value.length > 1 && area.value.endsWith(";");
    return unknown ? written : area.value;
  });
}

/** Decodes "&amp;" and its kind as HTML 5 does; what does not end with a semicolon stays as it is. */
export const decodeReferences = import.meta.env.SSR ? decodeHTMLStrict : byBrowser;
