import { Account } from '@desk/schema/accounts/account'
import { BusinessUnit } from '@desk/schema/accounts/business-unit'
import { AccountMember, ManagedAccount } from '@desk/schema/accounts/managed-account'
import { Whereabouts } from '@desk/schema/accounts/whereabouts'
import { Alert, AlertPage, UnreadAlerts } from '@desk/schema/alerts/alert'
import { AlertChannel } from '@desk/schema/alerts/alert-channel'
import { AlertDigest } from '@desk/schema/alerts/alert-digest'
import { AlertMute } from '@desk/schema/alerts/alert-mute'
import { AlertRule } from '@desk/schema/alerts/alert-rule'
import { ApiKey, MadeApiKey } from '@desk/schema/api-keys/api-key'
import {
  AssistantAnswer,
  AssistantSettings,
  Conversation,
  ConversationDetail,
  SentToModel,
} from '@desk/schema/assistant/answer'
import { AuditPage, AuditVerdict } from '@desk/schema/audit/audit-entry'
import { Dashboard } from '@desk/schema/dashboard/dashboard'
import { Activity } from '@desk/schema/defender/activity'
import { EndedRespondents, EndingOverview } from '@desk/schema/defender/endings'
import { ExportPreview } from '@desk/schema/defender/export'
import { ListedMarks, MarksAdded, MarksChanged } from '@desk/schema/defender/mark-lists'
import { FoundPerson } from '@desk/schema/defender/people'
import { ReviewDone, ReviewHistory, ReviewQueue } from '@desk/schema/defender/review'
import { Scorecards, Trend } from '@desk/schema/defender/scorecard'
import { AccountDefender, DefenderPreview, ProjectDefender, SurveyDefender } from '@desk/schema/defender/settings'
import { Dispute, Disputes, SupplierDispute } from '@desk/schema/disputes/dispute'
import { DocumentLink, DocumentList, DocumentVersion, ProjectDocument } from '@desk/schema/documents/document'
import { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'
import { EmbedCheck, StoredEmbedSettings } from '@desk/schema/embedded-reports/embed-settings'
import { EmbedAnswer } from '@desk/schema/embedded-reports/embedded-report'
import { Erasure, ErasureScope } from '@desk/schema/erasure/erasure'
import {
  AccountExclusion,
  FoundProject,
  ProjectSupplierExclusions,
  SampleExclusion,
  SupplierExclusion,
} from '@desk/schema/exclusions/exclusion'
import { AccountFeatures } from '@desk/schema/features/account-features'
import { ProjectAsItWas, SurveyAsItWas } from '@desk/schema/figures/as-it-was'
import { HourlyCompletesRow } from '@desk/schema/figures/completes-chart'
import { ChangedRespondent, FigureChange } from '@desk/schema/figures/figure-change'
import { SourceRow, SurveyFigures } from '@desk/schema/figures/figures'
import { ForecastPage } from '@desk/schema/forecasts/forecast-page'
import { Reversals } from '@desk/schema/forecasts/reversals'
import { Feasibility, HelpfulActs, WhatIf } from '@desk/schema/forecasts/what-if'
import { ChangeMark } from '@desk/schema/history/change-mark'
import { HistoryEntry } from '@desk/schema/history/history'
import {
  JournalLink,
  JournalLook,
  JournalPage,
  JournalSummary,
  LinkedJournalPage,
} from '@desk/schema/journal/journal-view'
import { JournalTaken } from '@desk/schema/journal/upload'
import { CodeItem, CountryOption, LanguageOption, TimeZoneItem } from '@desk/schema/lookups/lookups'
import { StoredPlatform } from '@desk/schema/platform/platform'
import { Objection } from '@desk/schema/privacy/objections'
import { ProcessingRecord } from '@desk/schema/privacy/processing-record'
import { Retention } from '@desk/schema/privacy/retention'
import { SubjectAccess } from '@desk/schema/privacy/subject-access'
import { SupplierErasure, SupplierObjection, SupplierSubject } from '@desk/schema/privacy/supplier-privacy'
import { ProjectPerformance } from '@desk/schema/projects/performance'
import { ProjectDetail } from '@desk/schema/projects/project'
import { WavePreview } from '@desk/schema/projects/wave'
import {
  Qualification,
  QualificationOption,
  QualificationPrecode,
  QualificationText,
} from '@desk/schema/qualifications/qualification'
import { QualityQuestion } from '@desk/schema/quality-questions/quality-question'
import { BuyerPricing } from '@desk/schema/rate-cards/rate-card'
import { CheckedRateFile } from '@desk/schema/rate-cards/rate-card-file'
import { RateCardDetail, RateCardRow } from '@desk/schema/rate-cards/rate-card-form'
import {
  FilterDate,
  FilterSource,
  FilterSupplier,
  RetrievedRespondents,
} from '@desk/schema/reconciliation/reconciliation-choice'
import {
  ReconciliationPreview,
  ReconciliationReport,
  StoredReconciliation,
} from '@desk/schema/reconciliation/reconciliation-preview'
import { ReconciliationProgress } from '@desk/schema/reconciliation/reconciliation-progress'
import { ReconciliationRequest } from '@desk/schema/reconciliation/reconciliation-request'
import {
  ProjectIndicator,
  ReconciliationSummary,
  ReconciliationUser,
} from '@desk/schema/reconciliation/reconciliation-summary'
import { RecontactList, RecontactLookup, StoredRecontact } from '@desk/schema/recontact/recontact'
import { CostSummary, CostSummaryV2 } from '@desk/schema/reports/cost-summary'
import { Report } from '@desk/schema/reports/report'
import { ReportChange } from '@desk/schema/reports/report-change'
import { ReportSchedule } from '@desk/schema/reports/report-schedule'
import { ReportView } from '@desk/schema/reports/report-view'
import { RespondentPath } from '@desk/schema/respondents/explain'
import { LookedUpRespondents, RespondentLog } from '@desk/schema/respondents/respondent-log'
import { NewHashKey, ReturnCheck, ReturnHashing } from '@desk/schema/respondents/return-hashing'
import { SearchAnswer } from '@desk/schema/search/search'
import { OpenSession } from '@desk/schema/sessions/open-session'
import { Confirmed, SignOn, SignOnStarted, SignOnState, SignOnTested } from '@desk/schema/single-sign-on/sign-on'
import { AllocationTemplate, TemplateLoaded } from '@desk/schema/sources/allocation-template'
import { ClassicSource } from '@desk/schema/sources/classic-source'
import { LiveSource } from '@desk/schema/sources/live-source'
import { FlatQualsQuotas, QualsQuotas } from '@desk/schema/sources/quals-quotas'
import { Source, SourceSurvey } from '@desk/schema/sources/source'
import { BuyerRate, SourceSuppliers, SurveySupplier } from '@desk/schema/sources/source-suppliers'
import { SourceTemplate, SourceTemplateSettings, TemplateQualsQuotas } from '@desk/schema/sources/source-template'
import { DefenderSettings, SourceTest, TestLink } from '@desk/schema/sources/source-tests'
import { SellPeriods, SellStatement } from '@desk/schema/statements/sell-statement'
import { Month, Periods, Statement, StatementKey } from '@desk/schema/statements/statement'
import { StatementChange } from '@desk/schema/statements/statement-change'
import { MadeStatementLink, StatementLink } from '@desk/schema/statements/statement-link'
import { SupplierDesk, SupplierOutcomes, SupplierStatement } from '@desk/schema/statements/supplier-desk'
import { AccountTraffic, DayOfTraffic, Financials, ManagerPerformance } from '@desk/schema/statistics/statistics'
import { LaunchAnswer, LaunchPlan } from '@desk/schema/statuses/launch'
import { StatusChangeAnswer, StatusEvent, StatusOptions } from '@desk/schema/statuses/status-view'
import { SupplierAccount } from '@desk/schema/supplier-accounts/supplier-account'
import { Supplier, SupplierOption, SupplierRedirect, SupplierRow } from '@desk/schema/suppliers/supplier'
import { SupplierSource } from '@desk/schema/suppliers/supplier-source'
import { PracticeSurvey } from '@desk/schema/surveys/practice-survey'
import { Survey, SurveyDetail } from '@desk/schema/surveys/survey'
import { SurveyPerformance } from '@desk/schema/surveys/survey-limits'
import { EngageLanguage, SurveyTestStatus } from '@desk/schema/surveys/survey-tests'
import { FirstSteps } from '@desk/schema/today/first-steps'
import { ProjectViews } from '@desk/schema/today/project-views'
import { SinceYouLeft } from '@desk/schema/today/since'
import { FinishingSource, Today, TodaySnoozed } from '@desk/schema/today/today'
import { AccountSetting } from '@desk/schema/users/current-user'
import { Enrolment, RecoveryCodes, SecondFactorState } from '@desk/schema/users/second-factor'
import { User } from '@desk/schema/users/user'
import { Webhook, WebhookDelivery, WebhookReplayed, WebhookWithSecret } from '@desk/schema/webhooks/webhook'
import { Schema } from 'effect'
import type { AnswerOf, EndpointKey } from './endpoints.ts'
import { FIRST_ANSWER_SCHEMAS } from './first-answer-schemas.ts'

// written by scripts/write-endpoint-table.ts from packages/api, whose own code is no part of the first load (docs/decisions/0007)
/** The schema of each answer that is more than a line. */
export const ANSWER_SCHEMAS = {
  ...FIRST_ANSWER_SCHEMAS,
  'signOn.start': SignOnStarted,
  'signOnAgain.start': SignOnStarted,
  'signOnAgain.finish': Confirmed,
  'sessions.list': Schema.Array(OpenSession),
  'secondFactor.read': SecondFactorState,
  'secondFactor.enrol': Enrolment,
  'secondFactor.confirm': RecoveryCodes,
  'secondFactor.newRecoveryCodes': RecoveryCodes,
  'apiKeys.list': Schema.Array(ApiKey),
  'apiKeys.make': MadeApiKey,
  'singleSignOn.read': SignOnState,
  'singleSignOn.change': SignOn,
  'singleSignOn.setSecret': SignOn,
  'singleSignOn.test': SignOnTested,
  'audit.list': AuditPage,
  'audit.verify': AuditVerdict,
  'processingRecord.read': ProcessingRecord,
  'retention.read': Retention,
  'retention.update': Retention,
  'subjectAccess.read': SubjectAccess,
  'objections.list': Schema.Array(Objection),
  'objections.create': Objection,
  'objections.withdraw': Objection,
  'accounts.list': Schema.Array(Account),
  'accounts.defaults': Schema.Array(AccountSetting),
  'accounts.chooseDefault': Schema.Array(AccountSetting),
  'accounts.whereabouts': Whereabouts,
  'businessUnits.create': BusinessUnit,
  'businessUnits.change': BusinessUnit,
  'supplierAccounts.list': Schema.Array(SupplierAccount),
  'supplierAccounts.link': SupplierAccount,
  'supplierAccounts.change': SupplierAccount,
  'managedAccounts.list': Schema.Array(ManagedAccount),
  'managedAccounts.create': ManagedAccount,
  'managedAccounts.read': ManagedAccount,
  'managedAccounts.update': ManagedAccount,
  'managedAccounts.suspend': ManagedAccount,
  'managedAccounts.resume': ManagedAccount,
  'accountMembers.list': Schema.Array(AccountMember),
  'accountMembers.add': AccountMember,
  'accountMembers.makeDefault': AccountMember,
  'accountMembers.giveRole': AccountMember,
  'accountMembers.invite': AccountMember,
  'rateCards.list': Schema.Array(RateCardRow),
  'rateCards.create': RateCardDetail,
  'rateCards.replace': RateCardDetail,
  'rateCards.withdraw': RateCardDetail,
  'rateCards.restore': RateCardDetail,
  'rateCards.check': CheckedRateFile,
  'rateCards.read': RateCardDetail,
  'documents.upload': ProjectDocument,
  'documents.link': DocumentLink,
  'documents.list': DocumentList,
  'documents.versions': Schema.Array(DocumentVersion),
  'documents.update': ProjectDocument,
  'documents.restore': ProjectDocument,
  'features.list': Schema.Array(AccountFeatures),
  'features.change': AccountFeatures,
  'platform.read': StoredPlatform,
  'platformSettings.change': StoredPlatform,
  'users.list': Schema.Array(User),
  'users.roles': Schema.Struct({ data: Schema.Array(CodeItem) }),
  'userSessions.list': Schema.Array(OpenSession),
  'projects.read': ProjectDetail,
  'projects.create': ProjectDetail,
  'projects.update': ProjectDetail,
  'projects.readWave': WavePreview,
  'projects.makeWave': ProjectDetail,
  'projects.performance': ProjectPerformance,
  'projects.hourlyCompletes': Schema.Array(HourlyCompletesRow),
  'surveys.list': Schema.Array(Survey),
  'surveys.read': SurveyDetail,
  'surveys.create': SurveyDetail,
  'surveys.update': SurveyDetail,
  'surveys.figures': SurveyFigures,
  'surveys.engageLanguage': EngageLanguage,
  'surveys.testStatus': SurveyTestStatus,
  'surveys.performance': SurveyPerformance,
  'surveys.updateLimits': SurveyPerformance,
  'surveys.practiceSurvey': PracticeSurvey,
  'surveys.buyerPricing': BuyerPricing,
  'sources.read': Source,
  'sources.create': Source,
  'sources.update': Source,
  'sources.copy': Source,
  'sources.duplicate': Schema.Array(Source),
  'sources.alias': Source,
  'sources.survey': SourceSurvey,
  'sources.table': Schema.Array(SourceRow),
  'sources.live': Schema.Array(LiveSource),
  'sources.testLink': TestLink,
  'sources.tests': Schema.Array(SourceTest),
  'sources.defenderSettings': DefenderSettings,
  'sources.explain': RespondentPath,
  'sources.respondents': RespondentLog,
  'sources.lookUp': LookedUpRespondents,
  'figureChanges.read': FigureChange,
  'figureChanges.respondents': Schema.Array(ChangedRespondent),
  'asItWas.survey': SurveyAsItWas,
  'asItWas.project': ProjectAsItWas,
  'sourceQuotas.readFlat': FlatQualsQuotas,
  'sourceQuotas.replaceFlat': FlatQualsQuotas,
  'sourceQuotas.read': QualsQuotas,
  'sourceQuotas.replace': QualsQuotas,
  'sourceSuppliers.read': SourceSuppliers,
  'sourceSuppliers.allocate': SourceSuppliers,
  'sourceSuppliers.pricing': SourceSuppliers,
  'sourceSuppliers.price': SourceSuppliers,
  'sourceSuppliers.ofSurvey': Schema.Array(SurveySupplier),
  'sourceSuppliers.buyerRate': BuyerRate,
  'sourceSuppliers.setBuyerRate': BuyerRate,
  'defender.ofProject': ProjectDefender,
  'defender.setForProject': ProjectDefender,
  'defender.preview': DefenderPreview,
  'defender.ofSurvey': SurveyDefender,
  'defender.setForSurvey': SurveyDefender,
  'defender.previewOfSurvey': DefenderPreview,
  'defender.ofAccount': AccountDefender,
  'defender.setForAccount': AccountDefender,
  'defenderViews.endings': EndingOverview,
  'defenderViews.people': EndedRespondents,
  'defenderViews.search': FoundPerson,
  'defenderViews.path': RespondentPath,
  'defenderViews.activity': Activity,
  'defenderExport.preview': ExportPreview,
  'markLists.list': ListedMarks,
  'markLists.add': MarksAdded,
  'markLists.remove': MarksChanged,
  'markLists.history': Schema.Array(HistoryEntry),
  'markLists.restore': MarksChanged,
  'scorecards.read': Scorecards,
  'scorecards.suppliers': Scorecards,
  'scorecards.trend': Trend,
  'reviews.queue': ReviewQueue,
  'reviews.decide': ReviewDone,
  'reviews.history': ReviewHistory,
  'erasures.list': Schema.Array(Erasure),
  'erasures.scope': ErasureScope,
  'erasures.request': Erasure,
  'erasures.confirm': Erasure,
  'erasures.withdraw': Erasure,
  'exclusions.searchProjects': Schema.Array(FoundProject),
  'exclusions.ofSource': SampleExclusion,
  'exclusions.excludeSample': SampleExclusion,
  'exclusions.ofProject': ProjectSupplierExclusions,
  'exclusions.ofSupplier': SupplierExclusion,
  'exclusions.excludeSupplier': SupplierExclusion,
  'exclusions.ofAccount': AccountExclusion,
  'exclusions.excludeForAccount': AccountExclusion,
  'recontact.retrieve': RecontactList,
  'recontact.lookup': RecontactLookup,
  'recontact.store': StoredRecontact,
  'classicSources.create': ClassicSource,
  'classicSources.update': ClassicSource,
  'classicSources.read': ClassicSource,
  'classicSources.classic': ClassicSource,
  'sourceTemplates.list': Schema.Array(SourceTemplate),
  'sourceTemplates.createFromSource': SourceTemplate,
  'sourceTemplates.listSettings': Schema.Array(SourceTemplateSettings),
  'sourceTemplates.create': SourceTemplateSettings,
  'sourceTemplates.qualsQuotas': TemplateQualsQuotas,
  'sourceTemplates.listAllocations': Schema.Array(AllocationTemplate),
  'sourceTemplates.createAllocation': AllocationTemplate,
  'sourceTemplates.updateAllocation': AllocationTemplate,
  'sourceTemplates.readAllocation': AllocationTemplate,
  'sourceTemplates.loadAllocation': TemplateLoaded,
  'suppliers.read': Supplier,
  'suppliers.redirects': Schema.Array(SupplierRedirect),
  'suppliers.sources': Schema.Array(SupplierSource),
  'suppliers.create': Supplier,
  'suppliers.update': Supplier,
  'qualifications.find': Schema.Array(Qualification),
  'qualifications.optionsFor': Schema.Array(QualificationOption),
  'qualifications.createFirst': Qualification,
  'qualifications.replace': Qualification,
  'qualifications.list': Schema.Array(Qualification),
  'qualifications.create': Qualification,
  'qualifications.change': Qualification,
  'qualifications.addText': QualificationText,
  'qualifications.options': Schema.Array(QualificationOption),
  'qualifications.ofText': Schema.Array(Qualification),
  'qualifications.replaceOptions': Schema.Array(QualificationOption),
  'qualifications.precode': QualificationPrecode,
  'qualifications.library': Schema.Array(Qualification),
  'qualifications.copy': Qualification,
  'qualityQuestions.list': Schema.Array(QualityQuestion),
  'qualityQuestions.create': QualityQuestion,
  'qualityQuestions.change': QualityQuestion,
  'returnHashing.read': ReturnHashing,
  'returnHashing.change': ReturnHashing,
  'returnHashing.makeKey': NewHashKey,
  'returnHashing.check': ReturnCheck,
  'alerts.list': AlertPage,
  'alerts.unread': UnreadAlerts,
  'alerts.read': UnreadAlerts,
  'alerts.snooze': Alert,
  'alertRules.list': Schema.Array(AlertRule),
  'alertRules.create': AlertRule,
  'alertRules.update': AlertRule,
  'alertRules.digest': AlertDigest,
  'alertRules.setDigest': AlertDigest,
  'alertMutes.list': Schema.Array(AlertMute),
  'alertMutes.create': AlertMute,
  'alertChannels.list': Schema.Array(AlertChannel),
  'alertChannels.create': AlertChannel,
  'alertChannels.update': AlertChannel,
  'alertChannels.test': DeliveryAttempt,
  'webhooks.list': Schema.Array(Webhook),
  'webhooks.create': WebhookWithSecret,
  'webhooks.update': Webhook,
  'webhooks.rotate': WebhookWithSecret,
  'webhooks.test': DeliveryAttempt,
  'webhooks.deliveries': Schema.Array(WebhookDelivery),
  'webhooks.replay': WebhookReplayed,
  'statuses.change': StatusChangeAnswer,
  'statuses.options': StatusOptions,
  'statuses.launchPlan': LaunchPlan,
  'statuses.launch': LaunchAnswer,
  'statuses.history': Schema.Array(StatusEvent),
  'history.read': Schema.Array(HistoryEntry),
  'history.marks': Schema.Array(ChangeMark),
  'forecasts.read': ForecastPage,
  'forecasts.whatIf': WhatIf,
  'forecasts.acts': HelpfulActs,
  'forecasts.feasibility': Feasibility,
  'forecasts.promise': ForecastPage,
  'reversals.read': Reversals,
  'reconciliation.user': ReconciliationUser,
  'reconciliation.list': Schema.Array(ReconciliationRequest),
  'reconciliation.report': ReconciliationReport,
  'reconciliation.upload': ReconciliationPreview,
  'reconciliation.summary': ReconciliationSummary,
  'reconciliation.progress': ReconciliationProgress,
  'reconciliation.filterDates': Schema.Array(FilterDate),
  'reconciliation.filterStreams': Schema.Array(FilterSource),
  'reconciliation.filterSuppliers': Schema.Array(FilterSupplier),
  'reconciliation.retrieve': RetrievedRespondents,
  'reconciliation.preview': ReconciliationPreview,
  'reconciliation.store': StoredReconciliation,
  'reconciliation.projectIndicator': Schema.Array(ProjectIndicator),
  'statements.list': Periods,
  'statements.read': Statement,
  'statements.changes': StatementChange,
  'statements.close': Schema.Struct({ month: Month }),
  'sellStatements.list': SellPeriods,
  'sellStatements.read': SellStatement,
  'sellStatements.changes': StatementChange,
  'statementKeys.read': StatementKey,
  'statementLinks.list': Schema.Array(StatementLink),
  'statementLinks.make': MadeStatementLink,
  'statementLinks.revoke': StatementLink,
  'supplierStatements.desk': SupplierDesk,
  'supplierStatements.read': SupplierStatement,
  'supplierStatements.outcomes': SupplierOutcomes,
  'supplierStatements.dispute': SupplierDispute,
  'supplierPrivacy.access': SupplierSubject,
  'supplierPrivacy.erasures': Schema.Array(SupplierErasure),
  'supplierPrivacy.requestErasure': SupplierErasure,
  'supplierPrivacy.object': SupplierObjection,
  'supplierPrivacy.withdrawObjection': SupplierObjection,
  'disputes.list': Disputes,
  'disputes.raise': Dispute,
  'disputes.decide': Dispute,
  'reports.costSummary': CostSummary,
  'reports.costSummaryV2': CostSummaryV2,
  'reports.traffic': Report,
  'reports.trafficOf': Report,
  'reports.read': Report,
  'reports.change': ReportChange,
  'reports.changedRespondents': Schema.Array(ChangedRespondent),
  'reportViews.list': Schema.Array(ReportView),
  'reportViews.create': ReportView,
  'reportViews.update': ReportView,
  'reportViews.setDefault': ReportView,
  'reportViews.restore': ReportView,
  'reportSchedules.list': Schema.Array(ReportSchedule),
  'reportSchedules.create': ReportSchedule,
  'reportSchedules.update': ReportSchedule,
  'embeddedReports.authenticate': EmbedAnswer,
  'embeddedReports.localToken': EmbedAnswer,
  'embeddedReports.readSettings': StoredEmbedSettings,
  'embeddedReports.changeSettings': StoredEmbedSettings,
  'embeddedReports.check': EmbedCheck,
  'statistics.traffic': AccountTraffic,
  'statistics.financials': Financials,
  'statistics.managers': Schema.Array(ManagerPerformance),
  'statistics.week': Schema.Array(DayOfTraffic),
  'dashboard.read': Dashboard,
  'today.views': ProjectViews,
  'today.firstSteps': FirstSteps,
  'today.list': Today,
  'today.snooze': TodaySnoozed,
  'today.finishing': Schema.Array(FinishingSource),
  'today.since': SinceYouLeft,
  'search.find': SearchAnswer,
  'assistant.ask': AssistantAnswer,
  'assistant.settings': AssistantSettings,
  'assistant.list': Schema.Array(Conversation),
  'assistant.read': ConversationDetail,
  'assistant.sent': SentToModel,
  'lookups.suppliers': Schema.Array(SupplierRow),
  'lookups.languages': Schema.Array(LanguageOption),
  'lookups.supplierTypes': Schema.Array(CodeItem),
  'lookups.countries': Schema.Array(CountryOption),
  'lookups.projectSuppliers': Schema.Array(SupplierOption),
  'lookups.codesByType': Schema.Array(Schema.Union([TimeZoneItem, CodeItem])),
  'lookups.countryLanguages': Schema.Array(LanguageOption),
  'journals.append': JournalTaken,
  'journals.search': Schema.Array(JournalSummary),
  'journals.read': JournalPage,
  'journals.looks': Schema.Array(JournalLook),
  'journals.link': JournalLink,
  'journals.openLink': LinkedJournalPage,
} satisfies { readonly [K in EndpointKey]?: Schema.ConstraintCodec<AnswerOf<K>, unknown> }
