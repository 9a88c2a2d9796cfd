import type { DeskApi } from '@desk/api/contract'
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'

/** The contract's endpoints as a type: nothing of the contract's code reaches the browser (docs/decisions/0007). */
type Groups = typeof DeskApi extends HttpApi.HttpApi<infer _Name, infer G> ? G : never
type EndpointsOf<G> =
  G extends HttpApiGroup.HttpApiGroup<infer Name, infer E>
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
/** What a call takes: path parameters, query, headers and body as the contract types them, a signal that aborts it, whether it outlives the page, and what it is sent after. */
export type RequestOf<K extends EndpointKey> = Part<'params', EndpointOf<K>['~Params']> &
  Part<'query', EndpointOf<K>['~Query']> &
  Part<'headers', EndpointOf<K>['~Headers']> &
  Part<'payload', EndpointOf<K>['~Payload']> & {
    readonly signal?: AbortSignal | undefined
    readonly keepalive?: boolean
    readonly after?: Promise<void>
  }

/** What a call answers: the body, typed by the contract. */
export type AnswerOf<K extends EndpointKey> = EndpointOf<K>['~Success']['Type']

type Line<K extends EndpointKey> = readonly [EndpointOf<K>['method'], EndpointOf<K>['path']]

/** Method and path of each call. The compiler holds each line to the contract, and a test compares the whole. */
export const ENDPOINTS: { readonly [K in EndpointKey]: Line<K> } = {
  'signIn.login': ['POST', '/v1/login'],
  'signIn.giveSecondFactor': ['POST', '/v1/login/second-factor'],
  'session.logout': ['POST', '/v1/logout'],
  'session.check': ['GET', '/v1/user-login-details'],
  'session.updatePassword': ['POST', '/v1/update-password'],
  'session.switchAccount': ['POST', '/v1/switch-account'],
  'passwordReset.request': ['POST', '/v1/reset'],
  'passwordReset.complete': ['POST', '/v1/reset-password/:resetToken'],
  'sessions.list': ['GET', '/v1/sessions'],
  'sessions.endOthers': ['DELETE', '/v1/sessions'],
  'sessions.end': ['DELETE', '/v1/sessions/:id'],
  'secondFactor.read': ['GET', '/v1/second-factor'],
  'secondFactor.enrol': ['POST', '/v1/second-factor'],
  'secondFactor.confirm': ['POST', '/v1/second-factor/confirm'],
  'secondFactor.newRecoveryCodes': ['POST', '/v1/second-factor/recovery-codes'],
  'secondFactor.disable': ['POST', '/v1/second-factor/disable'],
  'accounts.list': ['GET', '/v1/dashboards'],
  'accounts.defaults': ['GET', '/v1/defaultaccounts'],
  'accounts.chooseDefault': ['PUT', '/v1/defaultaccounts'],
  'accounts.whereabouts': ['GET', '/v1/whereabouts'],
  'accounts.logo': ['GET', '/v1/account/:id/logo'],
  'accounts.requireSecondFactor': ['PUT', '/v1/account/:id/second-factor'],
  'accounts.businessUnits': ['GET', '/v1/dashboard/:id/businessunits/'],
  'users.list': ['GET', '/v1/users'],
  'users.create': ['POST', '/v1/users'],
  'users.update': ['PUT', '/v1/users/:id'],
  'users.remove': ['DELETE', '/v1/users/:id'],
  'users.removeSecondFactor': ['POST', '/v1/users/:id/second-factor/disable'],
  'users.roles': ['GET', '/v1/user-types'],
  'projects.list': ['GET', '/v1/projects'],
  'projects.totals': ['GET', '/v1/metrics/projects'],
  'projects.read': ['GET', '/v1/projects/:id'],
  'projects.create': ['POST', '/v1/projects'],
  'projects.update': ['PUT', '/v1/projects/:id'],
  'projects.performance': ['GET', '/v1/project/:id/performance'],
  'projects.figures': ['POST', '/v1/metrics/projects'],
  'projects.hourlyCompletes': ['POST', '/v1/TrafficStatsForDashboardHourly'],
  'surveys.list': ['GET', '/v1/surveys'],
  'surveys.read': ['GET', '/v1/surveys/:id'],
  'surveys.create': ['POST', '/v1/surveys'],
  'surveys.update': ['PUT', '/v1/surveys/:id'],
  'surveys.engageLanguage': ['GET', '/v1/survey/:id/engage-language'],
  'surveys.testStatus': ['GET', '/v1/survey/:id/test-status'],
  'surveys.performance': ['GET', '/v1/survey/:id/performance'],
  'surveys.updateLimits': ['PUT', '/v1/survey/:id/performance'],
  'surveys.practiceSurvey': ['GET', '/v1/practice-survey'],
  'surveys.buyerPricing': ['GET', '/v1/buyer-pricing'],
  'surveys.figures': ['POST', '/v1/metrics/surveys/:id'],
  'surveys.liveSources': ['GET', '/v1/survey/:id/status'],
  'sources.read': ['GET', '/v1/survey-streams/:id'],
  'sources.create': ['POST', '/v1/survey-streams'],
  'sources.update': ['PUT', '/v1/survey-streams'],
  'sources.copy': ['POST', '/v1/copystream'],
  'sources.duplicate': ['POST', '/v1/duplicate-survey-stream'],
  'sources.alias': ['POST', '/v1/survey-stream/:id/alias'],
  'sources.testLink': ['GET', '/v1/survey/stream/:id/test-survey'],
  'sources.tests': ['GET', '/v1/survey-test/:id'],
  'sources.defenderSettings': ['GET', '/v1/survey/:id/defendersettings'],
  'sourceQuotas.readFlat': ['GET', '/v1/survey-quals-quotas'],
  'sourceQuotas.replaceFlat': ['POST', '/v1/survey-quals-quotas'],
  'sourceQuotas.read': ['GET', '/v2/survey-quals-quotas'],
  'sourceQuotas.replace': ['POST', '/v2/survey-quals-quotas'],
  'sourceSuppliers.read': ['GET', '/v1/stream-suppliers/:id'],
  'sourceSuppliers.allocate': ['PUT', '/v1/stream-suppliers/:id'],
  'sourceSuppliers.pricing': ['GET', '/v1/survey-streams/:id/supplier-pricing'],
  'sourceSuppliers.price': ['PATCH', '/v1/survey-streams/:id/supplier-pricing'],
  'sourceSuppliers.ofSurvey': ['GET', '/v3/survey-suppliers/:id'],
  'sourceSuppliers.buyerRate': ['GET', '/v1/survey-buyer-rate/:id'],
  'sourceSuppliers.setBuyerRate': ['PUT', '/v1/survey-buyer-rate/:id'],
  'classicSources.create': ['POST', '/v3/classic-streams'],
  'classicSources.update': ['PUT', '/v1/classic-streams/:id'],
  'classicSources.read': ['GET', '/v3/classic-streams/:id'],
  'classicSources.classic': ['GET', '/v1/survey-streams/:id/classic'],
  'sourceTemplates.list': ['GET', '/v1/source-template'],
  'sourceTemplates.createFromSource': ['POST', '/v1/source-template'],
  'sourceTemplates.listSettings': ['GET', '/v2/source-template'],
  'sourceTemplates.create': ['POST', '/v2/source-template'],
  'sourceTemplates.qualsQuotas': ['GET', '/v1/source-template/:id/quals-quotas'],
  'sourceTemplates.remove': ['DELETE', '/v1/source-template'],
  'sourceTemplates.listAllocations': ['GET', '/v1/supplierallocationtemplates'],
  'sourceTemplates.createAllocation': ['POST', '/v1/supplierallocationtemplates'],
  'sourceTemplates.updateAllocation': ['PUT', '/v1/supplierallocationtemplates'],
  'sourceTemplates.readAllocation': ['GET', '/v1/supplierallocationtemplates/:id'],
  'sourceTemplates.removeAllocation': ['DELETE', '/v1/supplierallocationtemplates/:id'],
  'sourceTemplates.loadAllocation': ['POST', '/v1/:scope/loadtemplate/:id'],
  'sources.survey': ['GET', '/v1/survey-streams/:id/survey'],
  'sources.table': ['GET', '/v1/survey-stream-metrics/:id'],
  'sources.explain': ['GET', '/v1/survey-streams/:id/respondent'],
  'suppliers.read': ['GET', '/v1/suppliers/:id'],
  'suppliers.redirects': ['GET', '/v1/suppliers/:id/supplier-redirects'],
  'suppliers.create': ['POST', '/v1/suppliers'],
  'suppliers.update': ['PUT', '/v1/suppliers/:id'],
  'suppliers.remove': ['DELETE', '/v1/suppliers/:id'],
  'qualifications.find': ['GET', '/v1/qualifications'],
  'qualifications.optionsFor': ['GET', '/v1/qualifications/qualification-options'],
  'qualifications.createFirst': ['POST', '/v1/qualifications'],
  'qualifications.replace': ['PUT', '/v1/qualifications'],
  'qualifications.remove': ['DELETE', '/v1/qualifications'],
  'qualifications.list': ['GET', '/v2/qualifications'],
  'qualifications.create': ['POST', '/v2/qualifications'],
  'qualifications.change': ['PATCH', '/v2/qualifications/:id'],
  'qualifications.addText': ['POST', '/v2/qualification/:id/qualification-text'],
  'qualifications.options': ['GET', '/v2/qualification-texts/:id/qualification-options'],
  'qualifications.ofText': ['GET', '/v2/qualification-texts/:id/qualifications'],
  'qualifications.replaceOptions': ['PUT', '/v2/qualification-texts/:id/qualification-options'],
  'qualifications.precode': ['GET', '/v2/qualifications/:id/precode'],
  'qualifications.library': ['GET', '/v2/qualifications-library'],
  'qualifications.copy': ['POST', '/v2/qualifications-library/:id/copy'],
  'qualityQuestions.list': ['GET', '/v1/quality-questions'],
  'qualityQuestions.create': ['POST', '/v1/quality-questions'],
  'qualityQuestions.change': ['PUT', '/v1/quality-questions/:id'],
  'qualityQuestions.remove': ['DELETE', '/v1/quality-questions/:id'],
  'returnHashing.read': ['GET', '/v1/return-hashing'],
  'returnHashing.change': ['PUT', '/v1/return-hashing'],
  'returnHashing.makeKey': ['POST', '/v1/return-hashing/keys'],
  'returnHashing.endKey': ['POST', '/v1/return-hashing/keys/:id/end'],
  'returnHashing.check': ['POST', '/v1/return-hashing/check'],
  'statuses.change': ['PATCH', '/v1/survey-streams'],
  'statuses.options': ['GET', '/v1/statuses/:scope/:id'],
  'statuses.history': ['GET', '/v1/statuses/:scope/:id/history'],
  'reports.costSummary': ['GET', '/v1/reports/costsummary'],
  'reports.costSummaryV2': ['GET', '/v2/reports/costsummary'],
  'statistics.traffic': ['GET', '/v1/TrafficStatsForDashboard/:id'],
  'statistics.financials': ['GET', '/v1/Financials/:a/:b'],
  'statistics.managers': ['GET', '/v1/ProjectManagersByPerformance/:a/:b'],
  'statistics.week': ['GET', '/v1/TrafficStatsForDashboardWeekly'],
  'search.find': ['GET', '/v1/search'],
  'history.read': ['GET', '/v1/history/:scope/:id'],
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
  'journals.append': ['POST', '/v1/journals/:journal'],
  'journals.search': ['GET', '/v1/journals'],
  'journals.read': ['GET', '/v1/journals/:journal'],
  'journals.looks': ['GET', '/v1/journals/:journal/looks'],
  'journals.link': ['POST', '/v1/journals/:journal/links'],
  'journals.openLink': ['POST', '/v1/journal-links'],
}
