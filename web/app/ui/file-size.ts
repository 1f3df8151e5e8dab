/** "412.08 KB", as the specification shows sizes; from bytes. */
export function fileSize(bytes: number): string {
  return `${(bytes / 1024).toFixed(2)} KB`;
}
