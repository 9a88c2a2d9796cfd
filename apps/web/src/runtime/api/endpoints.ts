import type { DeskApi } from '@desk/api/contract'
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'

/** The contract's endpoints as a type: nothing of the contract's code reaches the browser (docs/decisions/0007). */
type Groups = typeof DeskApi extends HttpApi.HttpApi<infer _Name, infer G> ? G : never
type EndpointsOf<G> = G extends HttpApiGroup.HttpApiGroup<infer Name, infer E>
  ? E extends HttpApiEndpoint.ConstraintRequest & { readonly method: string; readonly path: string }
    ? { readonly key: `${Name}.${E['identifier']}`; readonly endpoint: E }
    : never
  : never
type Listed = EndpointsOf<Groups>

/** The name of a call: its group and its name in the contract, `projects.list`. The gateway's own calls are left out. */
export type EndpointKey = Exclude<Listed['key'], 'changes.read' | 'watches.may'>
export type EndpointOf<K extends EndpointKey> = Extract<Listed, { readonly key: K }>['endpoint']

type Part<Name extends string, S extends { readonly Type: unknown }> = [S] extends [never]
  ? unknown
  : {} extends S['Type']
    ? { readonly [N in Name]?: S['Type'] }
    : { readonly [N in Name]: S['Type'] }
/** What a call takes: path parameters, query, headers and body as the contract types them, and a signal that aborts it. */
export type RequestOf<K extends EndpointKey> = Part<'params', EndpointOf<K>['~Params']> &
  Part<'query', EndpointOf<K>['~Query']> &
  Part<'headers', EndpointOf<K>['~Headers']> &
  Part<'payload', EndpointOf<K>['~Payload']> & { readonly signal?: AbortSignal | undefined }

/** What a call answers: the body, typed by the contract. */
export type AnswerOf<K extends EndpointKey> = EndpointOf<K>['~Success']['Type']

type Line<K extends EndpointKey> = readonly [EndpointOf<K>['method'], EndpointOf<K>['path']]

/** Method and path of each call. The compiler holds each line to the contract, and a test compares the whole. */
export const ENDPOINTS: { readonly [K in EndpointKey]: Line<K> } = {
  'signIn.login': ['POST', '/v1/login'],
  'session.logout': ['POST', '/v1/logout'],
  'session.check': ['GET', '/v1/user-login-details'],
  'session.updatePassword': ['POST', '/v1/update-password'],
  'session.switchAccount': ['POST', '/v1/switch-account'],
  'accounts.list': ['GET', '/v1/dashboards'],
  'accounts.logo': ['GET', '/v1/account/:id/logo'],
  'accounts.businessUnits': ['GET', '/v1/dashboard/:id/businessunits/'],
  'users.updateOwn': ['PUT', '/v1/users/:id'],
  'projects.list': ['GET', '/v1/projects'],
  'projects.read': ['GET', '/v1/projects/:id'],
  'projects.figures': ['POST', '/v1/metrics/projects'],
  'projects.hourlyCompletes': ['POST', '/v1/TrafficStatsForDashboardHourly'],
  'surveys.list': ['GET', '/v1/surveys'],
  'surveys.read': ['GET', '/v1/surveys/:id'],
  'surveys.figures': ['POST', '/v1/metrics/surveys/:id'],
  'surveys.liveSources': ['GET', '/v1/survey/:id/status'],
  'sources.read': ['GET', '/v1/survey-streams/:id'],
  'sources.survey': ['GET', '/v1/survey-streams/:id/survey'],
  'sources.table': ['GET', '/v1/survey-stream-metrics/:id'],
  'sources.explain': ['GET', '/v1/survey-streams/:id/respondent'],
  'suppliers.read': ['GET', '/v1/suppliers/:id'],
  'statuses.change': ['PATCH', '/v1/survey-streams'],
  'statuses.options': ['GET', '/v1/statuses/:scope/:id'],
  'statuses.history': ['GET', '/v1/statuses/:scope/:id/history'],
  'lookups.consultants': ['GET', '/v1/consultants'],
  'lookups.statuses': ['GET', '/v1/status'],
  'lookups.suppliers': ['GET', '/v1/suppliers'],
  'lookups.languages': ['GET', '/v1/languages'],
  'lookups.supplierTypes': ['GET', '/v1/platform-codes/supplier-types'],
  'lookups.countries': ['GET', '/v1/country-codes'],
  'lookups.projectSuppliers': ['GET', '/v1/project-suppliers/:id'],
  'lookups.codesByType': ['GET', '/v1/platform-codes'],
  'lookups.countryLanguages': ['GET', '/v1/country-language'],
  'lookups.codes': ['GET', '/v1/platform-codes/:id'],
}
