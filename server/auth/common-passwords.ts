/**
 * Whether a password is among the eighteen thousand commonest of 8 characters and more, in whatever case (ASVS 6.2.4). The list is
 * that of zxcvbn, loaded with the first password that is chosen.
 */
export function openCommonPasswords(): (password: string) => Promise<boolean> {
  let common: Promise<ReadonlySet<string>> | null = null;
  return async (password) => {
    common ??= load();
    return (await common).has(password.toLowerCase());
  };
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((password) => password.length >= 8));
}
