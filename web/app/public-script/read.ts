import { setHook, withHook } from "./hooks.ts";

/** Reads JSON from a URL; the data, or why it failed. */
export async function read<T>(url: string): Promise<{ data: T | null; trouble: string }> {
  try {
    const answer = await fetch(url, { headers: { accept: "application/json" } });
    if (!answer.ok) return { data: null, trouble: `${answer.status} ${answer.statusText}`.trim() };
    return { data: await answer.json(), trouble: "" };
  } catch {
    return { data: null, trouble: "We could not reach the server." };
  }
}

/** The error under a field whose list did not load, with a retry button (row D-05). */
export function showTrouble(field: Element, text: string, again: () => void) {
  const place = field.closest("div:has(> label)") ?? field;
  place.querySelector(withHook("trouble"))?.remove();
  if (!text) return;
  const note = document.createElement("p");
  setHook(note, "trouble", "");
  note.role = "alert";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Try again";
  button.onclick = again;
  note.append(`${text} `, button);
  place.append(note);
}
