/** The whole address of a hash path of this console, for another person. */
export function pageAddress(path: string): string {
  return `${window.location.origin}${window.location.pathname}#${path}`
}
