import type { Rolldown } from "vite";

/** The query under which a module is bundled as it is written, where a plugin puts another one in its place. */
export const asWritten = "?as-written";

/**
 * Finds what `importer` imports, which may be bundled as it is written itself. A module that the plugin replaces elsewhere
 * is found as it is written.
 */
export async function resolveAsWritten(
  context: Rolldown.PluginContext,
  { source, importer, isReplaced }: { source: string; importer: string; isReplaced: (id: string) => boolean },
): Promise<Rolldown.ResolvedId | null> {
  const found = await context.resolve(source, importer.replace(asWritten, ""), { skipSelf: true });
  return found && isReplaced(found.id) ? { ...found, id: found.id + asWritten } : found;
}
