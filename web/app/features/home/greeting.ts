/** A greeting by the first name; titles and initials are kept. */
export function greeting(name: string | undefined, word = "Hello"): string {
  const first = name?.trim().split(/\s+/)[0];
  return first ? `${word}, ${first}` : word;
}
