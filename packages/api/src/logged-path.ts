/**
 * Gives the path of a request for a log: without the query, the token of a password link (api:A6, S4) or of a
 * document's file (api:F2), and an API key that is in it.
 * @param url path and query as they came
 */
export function loggedPath(url: string | undefined): string {
  const [path = ''] = (url ?? '').split('?', 1)
  return path
    .replace(/((?:reset-password|document-files)(?:\/|%2f)+).+/i, '$1…')
    .replaceAll(/desk(?:_|%5f)[\w%-]{20,}/gi, 'desk_…')
}
