/**
 * Gives a project page's twin under /projects (§2.17): only there may a sign-in lead back (§2.31).
 * @param path a hash path with its query
 */
export function twinUnderProjects(path: string): string {
  return path.replace(/^\/manage\/project\/(?=\d)/, '/projects/')
}
