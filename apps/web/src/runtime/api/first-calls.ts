import type { EndpointKey } from './endpoints.ts'

/**
 * The calls that the sign-in page and the project list, the first screens, make before they are shown: the schemas of their answers
 * come with the first load, all others with the first call that is none of these (B8).
 */
export const FIRST_CALLS: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'session.check',
  'accounts.logo',
  'businessUnits.list',
  'lookups.codes',
  'lookups.consultants',
  'lookups.statuses',
  'projects.figures',
  'projects.list',
  'projects.totals',
])

/** The calls that no page waits for a further file to make: those of the first screens, and those of signing in and out. The others' paths come with the console (B8). */
export const STARTING_CALLS: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  ...FIRST_CALLS,
  'signIn.login',
  'signIn.giveSecondFactor',
  'signOn.start',
  'signOn.finish',
  'session.logout',
  'passwordReset.request',
  'passwordReset.complete',
])
