/**
 * The passwords in a URL, as they are written and decoded, after the URL itself; none where it has none. Drivers also take
 * them from the query, as `?password=` and `?sslpassword=`.
 */
export function passwordsIn(url: string): string[] {
  const { password, search, searchParams } = new URL(url);
  const written = [...search.matchAll(/[?&]\w*password=([^&]+)/gi)].map(([, value = ""]) => value);
  const decoded = [...searchParams].filter(([name]) => /password$/i.test(name)).map(([, value]) => value);
  const all = [password, decodeURIComponent(password), ...written, ...decoded].filter(Boolean);
  return all.length > 0 ? [...new Set([url, ...all])] : [];
}
