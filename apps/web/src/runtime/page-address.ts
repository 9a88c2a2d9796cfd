/** The whole address of a hash path of this console, to be given to somebody else. */
export function pageAddress(path: string): string {
  return `${window.location.origin}${window.location.pathname}#${path}`
}
