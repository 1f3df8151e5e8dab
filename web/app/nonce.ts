import { createContext } from "react";

/** This answer's nonce for the Content-Security-Policy, known while the server draws; a browser hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
