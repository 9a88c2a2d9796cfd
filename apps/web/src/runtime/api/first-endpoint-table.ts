import type { EndpointTable } from './endpoints.ts'

// written by scripts/write-endpoint-table.ts from packages/api, whose own code is no part of the first load (docs/decisions/0007)
/** The calls that every page starts with (first-calls.ts); all others are in endpoint-table.ts, which comes with the console. */
export const FIRST_ENDPOINTS: Partial<EndpointTable> = {
  'signIn.login': ['POST', '/v1/login', 'anybody'],
  'signIn.giveSecondFactor': ['POST', '/v1/login/second-factor', 'anybody'],
  'signOn.start': ['POST', '/v1/login/single-sign-on', 'anybody'],
  'signOn.finish': ['POST', '/v1/login/single-sign-on/finish', 'anybody'],
  'session.logout': ['POST', '/v1/logout', 'anySession'],
  'session.check': ['GET', '/v1/user-login-details', 'anySession'],
  'passwordReset.request': ['POST', '/v1/reset', 'anybody'],
  'passwordReset.complete': ['POST', '/v1/reset-password/:resetToken', 'anybody'],
  'accounts.logo': ['GET', '/v1/account/:id/logo', 'anySession'],
  'businessUnits.list': ['GET', '/v1/dashboard/:id/businessunits/', 'signedIn'],
  'projects.list': ['GET', '/v1/projects', 'open projects'],
  'projects.totals': ['GET', '/v1/metrics/projects', 'open projects'],
  'projects.figures': ['POST', '/v1/metrics/projects', 'open projects'],
  'lookups.consultants': ['GET', '/v1/consultants', 'signedIn'],
  'lookups.statuses': ['GET', '/v1/status', 'signedIn'],
  'lookups.codes': ['GET', '/v1/platform-codes/:id', 'signedIn'],
}
