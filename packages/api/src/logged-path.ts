/**
 * Gives the path of a request for a log: without the query, and without the token of a password link (api:A6, S4).
 * @param url path and query as they came
 */
export function loggedPath(url: string | undefined): string {
  return ((url ?? '').split('?', 1)[0] ?? '').replace(/(reset-password(?:\/|%2f)+).+/i, '$1…')
}
