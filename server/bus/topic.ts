/**
 * A topic of the bus: its name, with the type of its payload and of what subscribers in the publishing process also
 * get.
 */
export type Topic<Payload, Local> = { readonly name: string; readonly types?: { payload: Payload; local: Local } };

/**
 * Declares a topic. `Payload` is sent between processes and holds ids, never content; `Local` is what the publisher has
 * loaded already, so that subscribers in its own process need not read it again.
 */
export const topic = <Payload, Local = never>(name: string): Topic<Payload, Local> => ({ name });
