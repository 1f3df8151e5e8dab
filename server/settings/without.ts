import { settingNames } from "./environment.ts";

/**
 * Removes every setting, and the path of a file with one, from an environment: tests and benchmarks start processes of
 * their own, which must never work on the database or charge by the keys that the shell of a person is set to.
 */
export function removeSettings(environment: NodeJS.ProcessEnv): void {
  for (const name of settingNames) {
    delete environment[name];
    delete environment[`${name}_FILE`];
  }
}
