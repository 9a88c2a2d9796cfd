import type { CurrentUser } from '@desk/schema/users/current-user'
import { deepLinkOf, INDEX_PATH, LANDING_PATH, pathname, SESSION_EXPIRED_PATH } from './session.routes.ts'

/** Where a user goes from a page that only redirects, and which link could not be followed. */
export interface Landing {
  readonly path: string
  readonly isLinkLost: boolean
  /** The account that a lost link belongs to, where it is one of the user's. */
  readonly linkAccount: number | null
}

/**
 * Gives where a confirmed user goes from a page that only redirects (§2.10, §2.31).
 * @param path the hash path of that page, with its query
 */
export function landing(path: string, user: CurrentUser | null): Landing {
  const link = deepLinkOf(path)
  if (link.kind === 'link' && (link.pm_dsh_ud === null || link.pm_dsh_ud === user?.pm_dsh_ud))
    return { path: link.path, isLinkLost: false, linkAccount: null }
  // On /session-expired the parameter is the page on which the session ended (§2.4), not a link from outside.
  const isLinkLost = link.kind !== 'none' && pathname(path) !== SESSION_EXPIRED_PATH
  const own = link.kind === 'link' ? user?.settings.find(({ pm_dsh_ud }) => pm_dsh_ud === link.pm_dsh_ud) : undefined
  return {
    // A defender account has no /projects; its index redirects.
    path: user?.account_type === 'DESK' ? LANDING_PATH : INDEX_PATH,
    isLinkLost,
    linkAccount: isLinkLost ? (own?.pm_dsh_ud ?? null) : null,
  }
}
