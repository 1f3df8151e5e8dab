declare const frames: unique symbol;

/** The name of a stream, with the type of the frames that are broadcast on it. */
export type Stream<Frame> = string & { readonly [frames]: Frame };

/** The streams of one kind, each named by an id: `streamsOf<ReadFrame>("messages of")(7)`. */
export function streamsOf<Frame>(prefix: string) {
  return {
    // The only cast to Stream, so that every stream has a type of frames.
    of: (id: number) => `${prefix} ${id}` as Stream<Frame>,
    /** The ids of the streams of this kind among others. */
    idsIn: (names: Iterable<string>): number[] =>
      [...names].flatMap((name) => (name.startsWith(`${prefix} `) ? [Number(name.slice(prefix.length + 1))] : [])),
  };
}
