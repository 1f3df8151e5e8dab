/** By the first name: titles and initials are kept as they stand. */
export function greeting(name: string | undefined): string {
  const first = name?.trim().split(/\s+/)[0];
  return first ? `Hello, ${first}` : "Hello";
}
