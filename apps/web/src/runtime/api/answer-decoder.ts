import { Account } from '@desk/schema/accounts/account'
import { BusinessUnit } from '@desk/schema/accounts/business-unit'
import { HourlyCompletesRow } from '@desk/schema/figures/completes-chart'
import { ProjectFigures, SourceRow, SurveyFigures } from '@desk/schema/figures/figures'
import { JournalLink, JournalLook, JournalPage, JournalSummary, LinkedJournalPage } from '@desk/schema/journal/journal-view'
import { JournalTaken } from '@desk/schema/journal/upload'
import { CodeItem, ConsultantOption, CountryOption, LanguageOption, TimeZoneItem } from '@desk/schema/lookups/lookups'
import { Project, ProjectDetail } from '@desk/schema/projects/project'
import { RespondentPath } from '@desk/schema/respondents/explain'
import { Source, SourceSurvey } from '@desk/schema/sources/source'
import { StatusChangeAnswer, StatusEvent, StatusOptions } from '@desk/schema/statuses/status-view'
import { Supplier, SupplierOption } from '@desk/schema/suppliers/supplier'
import { Survey, SurveyDetail } from '@desk/schema/surveys/survey'
import { AccountSetting, CurrentUser } from '@desk/schema/users/current-user'
import { OpenSession } from '@desk/schema/sessions/open-session'
import { Enrolment, RecoveryCodes, SecondFactorState } from '@desk/schema/users/second-factor'
import { User } from '@desk/schema/users/user'
import { Schema } from 'effect'
import type { AnswerOf, EndpointKey } from './endpoints.ts'

const codeItems = Schema.Array(Schema.Union([TimeZoneItem, CodeItem]))

/** The schema of each answer that is more than a line; a test holds each to the contract's own. */
export const ANSWER_SCHEMAS = {
  'session.check': CurrentUser,
  'sessions.list': Schema.Array(OpenSession),
  'secondFactor.read': SecondFactorState,
  'secondFactor.enrol': Enrolment,
  'secondFactor.confirm': RecoveryCodes,
  'secondFactor.newRecoveryCodes': RecoveryCodes,
  'accounts.list': Schema.Array(Account),
  'accounts.defaults': Schema.Array(AccountSetting),
  'accounts.chooseDefault': Schema.Array(AccountSetting),
  'accounts.businessUnits': Schema.Array(BusinessUnit),
  'users.list': Schema.Array(User),
  'users.roles': Schema.Struct({ data: Schema.Array(CodeItem) }),
  'projects.list': Schema.Array(Project),
  'projects.read': ProjectDetail,
  'projects.figures': Schema.Union([Schema.Array(SurveyFigures), Schema.Array(ProjectFigures)]),
  'projects.hourlyCompletes': Schema.Array(HourlyCompletesRow),
  'surveys.list': Schema.Array(Survey),
  'surveys.read': SurveyDetail,
  'surveys.figures': SurveyFigures,
  'sources.read': Source,
  'sources.survey': SourceSurvey,
  'sources.table': Schema.Array(SourceRow),
  'sources.explain': RespondentPath,
  'suppliers.read': Supplier,
  'statuses.change': StatusChangeAnswer,
  'statuses.options': StatusOptions,
  'statuses.history': Schema.Array(StatusEvent),
  'lookups.consultants': Schema.Array(ConsultantOption),
  'lookups.statuses': Schema.Array(CodeItem),
  'lookups.suppliers': Schema.Array(SupplierOption),
  'lookups.languages': Schema.Array(LanguageOption),
  'lookups.supplierTypes': Schema.Array(CodeItem),
  'lookups.countries': Schema.Array(CountryOption),
  'lookups.projectSuppliers': Schema.Array(SupplierOption),
  'lookups.codesByType': codeItems,
  'lookups.countryLanguages': Schema.Array(LanguageOption),
  'lookups.codes': codeItems,
  'journals.append': JournalTaken,
  'journals.search': Schema.Array(JournalSummary),
  'journals.read': JournalPage,
  'journals.looks': Schema.Array(JournalLook),
  'journals.link': JournalLink,
  'journals.openLink': LinkedJournalPage,
} satisfies { readonly [K in EndpointKey]?: Schema.ConstraintCodec<AnswerOf<K>, unknown> }

const decoders = new Map<EndpointKey, (body: unknown) => unknown>()

/**
 * Checks an answer against its schema. Fields that the schema does not know are dropped.
 * @throws SchemaError that says what is wrong where
 */
export function decodeAnswer(key: EndpointKey, body: unknown): unknown {
  let decode = decoders.get(key)
  if (decode === undefined) {
    // A key without a schema (logo, saves) keeps its body as it came.
    const schema: Schema.ConstraintDecoder<unknown> | undefined = key in ANSWER_SCHEMAS ? ANSWER_SCHEMAS[key as keyof typeof ANSWER_SCHEMAS] : undefined
    decode = schema === undefined ? (raw) => raw : Schema.decodeUnknownSync(schema)
    decoders.set(key, decode)
  }
  return decode(body)
}
