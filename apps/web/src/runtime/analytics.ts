import type { CurrentUser } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { ClientConfig, Environment } from './config.ts'

/** Names of analytics events (§9.12). */
export const ANALYTICS_EVENTS = {
  saveBuyPrice: 'Save - Buy Price',
  downloadTrafficReport: 'Download - Traffic Report',
  openDataCleaning: 'Click - Data Cleaning',
} as const
export type AnalyticsEvent = (typeof ANALYTICS_EVENTS)[keyof typeof ANALYTICS_EVENTS]

/** Longest text of an element that an event may carry (§9.12). */
export const ELEMENT_TEXT_LIMIT = 255

const SENDING_ENVIRONMENTS: ReadonlySet<Environment> = new Set(['production', 'qa', 'staging'])

/** The user label of events (§6.2): the role of admin-group users, "User" for all others. */
export function roleLabel({
  is_adm_groups,
  role_id,
}: Pick<CurrentUser, 'is_adm_groups' | 'role_id'>): 'Super Admin' | 'Admin' | 'User' {
  if (!is_adm_groups) return 'User'
  return role_id === ROLE_IDS.superAdmin ? 'Super Admin' : 'Admin'
}

/** The analytics port. */
export interface Analytics {
  track(name: AnalyticsEvent, facts?: Readonly<Record<string, string | number | boolean>>): void
}

/**
 * Opens the analytics port. It sends only where an address is configured, and only on production, QA and staging hosts (§7.5).
 * @param post hands the event over, and never waits for an answer
 * @param whoWorks the user of the session, if there is one
 */
export function openAnalytics(
  config: ClientConfig,
  environment: Environment,
  post: (url: string, body: string) => void,
  whoWorks: () => CurrentUser | null,
): Analytics {
  const url = config.analyticsUrl
  if (url === null || !SENDING_ENVIRONMENTS.has(environment)) return { track: () => {} }
  return {
    track: (name, facts = {}) => {
      const cut = Object.fromEntries(
        Object.entries(facts).map(([key, value]) => [
          key,
          typeof value === 'string' ? value.slice(0, ELEMENT_TEXT_LIMIT) : value,
        ]),
      )
      const user = whoWorks()
      post(url, JSON.stringify({ name, ...(user === null ? {} : { role: roleLabel(user) }), facts: cut }))
    },
  }
}
