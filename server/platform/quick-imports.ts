import { type ResolveFnOutput, registerHooks } from "node:module";

const itsFiles = "/node_modules/drizzle-orm/";

/**
 * For every import of one of a package's files Node reads the package's whole list of exports again. Drizzle's is 180 KB
 * long and its files are many: half of a start went into that. Its files name each other by path, which needs no list,
 * and ours ask for the same few names, which are remembered. Call it before the first import that leads there.
 */
export function quickenImports(): void {
  const known = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      if (specifier.startsWith("./") || specifier.startsWith("../")) {
        if (!parentURL?.includes(itsFiles)) return next(specifier, context);
        return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
      }
      if (!specifier.startsWith("drizzle-orm")) return next(specifier, context);
      const found = known.get(specifier) ?? next(specifier, context);
      known.set(specifier, found);
      return { ...found, shortCircuit: true };
    },
  });
}
