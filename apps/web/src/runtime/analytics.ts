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

/** Where events of use go. */
export interface Analytics {
  track(name: AnalyticsEvent, facts?: Readonly<Record<string, string | number | boolean>>): void
}

/**
 * Opens the analytics port. It sends only where an address is configured, and only on production, QA and staging hosts (§7.5).
 * @param post hands the event over, and never waits for an answer
 */
export function openAnalytics(
  config: ClientConfig,
  environment: Environment,
  post: (url: string, body: string) => void,
): Analytics {
  const url = config.analyticsUrl
  if (url === null || !SENDING_ENVIRONMENTS.has(environment)) return { track: () => {} }
  return {
    track: (name, facts = {}) => {
      const cut = Object.fromEntries(
        Object.entries(facts).map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, ELEMENT_TEXT_LIMIT) : value]),
      )
      post(url, JSON.stringify({ name, facts: cut }))
    },
  }
}
