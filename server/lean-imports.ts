import { type ResolveFnOutput, type ResolveHookSync, registerHooks } from "node:module";

// For every file of a package Node parses the package's description again. Drizzle's is 180 KB and it has two hundred
// files, which costs a start as much processor time as all other modules together. A file that another of the same
// package names by its path needs nothing of the description, and each part of the package is looked up once.

function leanResolution(): ResolveHookSync {
  const parts = new Map<string, ResolveFnOutput>();
  return (specifier, context, resolveAsUsual) => {
    if (specifier.startsWith("./") || specifier.startsWith("../")) {
      if (!context.parentURL?.includes("/node_modules/drizzle-orm/")) return resolveAsUsual(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
    }
    if (!specifier.startsWith("drizzle-orm")) return resolveAsUsual(specifier, context);
    const found = parts.get(specifier) ?? resolveAsUsual(specifier, context);
    parts.set(specifier, found);
    return { ...found, shortCircuit: true };
  };
}

registerHooks({ resolve: leanResolution() });
