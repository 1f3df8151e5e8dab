/*
 * What signing in and applying need besides every-page.ts, which sends their forms: the reference data, the cities of a
 * country, and what follows a response.
 */
import "./lists.ts";
import "./cities.ts";
import "./form-buttons.ts";
import "./signed-in.ts";
import "./applied.ts";
// After those that follow a response.
import "./pressed-early.ts";
