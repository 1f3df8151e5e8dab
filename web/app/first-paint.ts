import { sessionKey } from "./session.ts";

/**
 * Runs in the head before anything is drawn. The server knows no session, so it always draws the visitor's header; this
 * keeps that header unseen for a member until the page has come alive with theirs. Carries the answer's nonce.
 */
export const firstPaint = `try{var s=JSON.parse(localStorage.getItem(${JSON.stringify(sessionKey)}));if(s&&s.access_token&&s.expires_at>Date.now())document.documentElement.dataset.role=s.user}catch(e){}`;
