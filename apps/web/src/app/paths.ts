import { GREATEST_ID } from '@desk/schema/ids/greatest-id'

/** The console's old prefix of every path (§2.30). */
const OLD_PREFIX = '/v2'

/**
 * Gives the path that a path beginning /v2 is rewritten to (§2.30).
 * @param pathname the hash path without its query
 * @returns the same path without /v2; null for one that does not begin so
 */
export function withoutOldPrefix(pathname: string): string | null {
  if (!pathname.startsWith(OLD_PREFIX)) return null
  const rest = pathname.slice(OLD_PREFIX.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** An id as a path carries it: decimal digits, positive. */
export function idFrom(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= GREATEST_ID ? Number(text) : null
}

/** The two prefixes of a project's pages: they mean the same (§2.17). */
export const PROJECT_PREFIXES = { own: '/projects', twin: '/manage/project' } as const
export type ProjectPrefix = (typeof PROJECT_PREFIXES)[keyof typeof PROJECT_PREFIXES]

/** The list of projects, which has one path, and redirects, which each prefix has its own of (§2.11, §2.29). */
const WITHOUT_TWIN = ['/projects', '/projects/$projectUID', '/projects/$projectUID/$']

/**
 * Gives a route's second path, under the other prefix (§2.17).
 * @param path of a route, with or without a slash at its end: '/projects/$projectUID/edit'
 * @returns null for a route that has one path
 */
export function twinOf(path: string): string | null {
  const { own, twin } = PROJECT_PREFIXES
  if (!path.startsWith(`${own}/`) || WITHOUT_TWIN.includes(path.replace(/\/$/, ''))) return null
  return twin + path.slice(own.length)
}

/** The survey list of a project, under either of its two prefixes (§2.17, §2.18). */
export const surveyListPath = (prefix: ProjectPrefix, projectUID: string): string => `${prefix}/${projectUID}/survey`

/**
 * Gives the page that a path under /manage/project leads to when no screen has exactly that path (§2.11).
 * @param rest the part behind the prefix, '5/survey/9'
 * @returns the survey list of a project, the sources of a survey, or the project list
 */
export function matchingManagePage(rest: string): string {
  const [project = '', word, survey = ''] = rest.split('/').filter(part => part !== '')
  if (idFrom(project) === null) return '/projects'
  const surveys = surveyListPath('/manage/project', project)
  return word === 'survey' && idFrom(survey) !== null ? `${surveys}/${survey}/streams` : surveys
}

/**
 * Gives the page above a path of /projects/{projectUID} that only begins the path of a screen, '…/survey/9/stream': as
 * under /manage (§2.11, §2.17).
 * @param rest the part behind the project, 'survey/9/stream'
 * @returns the sources of the survey; null for the beginning of no screen's path, which is no page (§2.29)
 */
export function pageAbove(projectUID: string, rest: string): string | null {
  const [word, survey = '', kind, ...more] = rest.split('/').filter(part => part !== '')
  if (word !== 'survey' || idFrom(projectUID) === null || idFrom(survey) === null || more.length > 0) return null
  return kind === undefined || kind === 'stream' || kind === 'manual-streams'
    ? `${surveyListPath('/projects', projectUID)}/${survey}/streams`
    : null
}
