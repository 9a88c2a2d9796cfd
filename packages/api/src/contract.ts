import { HttpApi, OpenApi } from 'effect/http-api'
import { AccountMembersApi } from './account-members.ts'
import { AccountsApi } from './accounts.ts'
import { ApiKeysApi } from './api-keys.ts'
import { AssistantApi } from './assistant.ts'
import { AuditApi } from './audit.ts'
import { SessionApi, SignInApi } from './auth.ts'
import { SupplierAccountsApi } from './supplier-accounts.ts'
import { BusinessUnitsApi } from './business-units.ts'
import { ChangesApi, WatchesApi } from './changes.ts'
import { ClassicSourcesApi } from './classic-sources.ts'
import { DefenderExportApi } from './defender-export.ts'
import { DefenderViewsApi } from './defender-views.ts'
import { DefenderApi } from './defender.ts'
import { MarkListsApi } from './mark-lists.ts'
import { ReviewsApi } from './reviews.ts'
import { ScorecardsApi } from './scorecards.ts'
import { EmbeddedReportsApi } from './embedded-reports.ts'
import { DisputesApi } from './disputes.ts'
import { ErasuresApi } from './erasures.ts'
import { ExclusionsApi } from './exclusions.ts'
import { DashboardApi } from './dashboard.ts'
import { DocumentFilesApi, DocumentsApi } from './documents.ts'
import { AsItWasApi } from './as-it-was.ts'
import { FigureChangesApi } from './figure-changes.ts'
import { FeaturesApi } from './features.ts'
import { ForecastsApi } from './forecasts.ts'
import { HistoryApi } from './history.ts'
import { JournalsApi } from './journals.ts'
import { LookupsApi } from './lookups.ts'
import { ManagedAccountsApi } from './managed-accounts.ts'
import { PasswordResetApi } from './password-reset.ts'
import { PlatformApi, PlatformSettingsApi } from './platform.ts'
import { ObjectionsApi, ProcessingRecordApi, RetentionApi, SubjectAccessApi } from './privacy.ts'
import { ProjectsApi } from './projects.ts'
import { QualificationsApi } from './qualifications.ts'
import { QualityQuestionsApi } from './quality-questions.ts'
import { RateCardsApi } from './rate-cards.ts'
import { ReconciliationApi } from './reconciliation.ts'
import { RecontactApi } from './recontact.ts'
import { ReportSchedulesApi } from './report-schedules.ts'
import { ReportViewsApi } from './report-views.ts'
import { ReportsApi } from './reports.ts'
import { ReversalsApi } from './reversals.ts'
import { ReturnHashingApi } from './return-hashing.ts'
import { SearchApi } from './search.ts'
import { SecondFactorApi } from './second-factor.ts'
import { SessionsApi } from './sessions.ts'
import { SignOnAgainApi, SignOnApi, SingleSignOnApi } from './single-sign-on.ts'
import { SourceQuotasApi } from './source-quotas.ts'
import { SourceSuppliersApi } from './source-suppliers.ts'
import { SourceTemplatesApi } from './source-templates.ts'
import { SourcesApi } from './sources.ts'
import { StatementLinksApi, SupplierStatementsApi } from './statement-links.ts'
import { SupplierPrivacyApi } from './supplier-privacy.ts'
import { SellStatementsApi, StatementKeysApi, StatementsApi } from './statements.ts'
import { StatisticsApi } from './statistics.ts'
import { StatusesApi } from './statuses.ts'
import { SuppliersApi } from './suppliers.ts'
import { SurveysApi } from './surveys.ts'
import { TodayApi } from './today.ts'
import { UserSessionsApi } from './user-sessions.ts'
import { UsersApi } from './users.ts'
import { AlertChannelsApi, AlertMutesApi, AlertRulesApi, AlertsApi } from './alerts.ts'
import { WebhooksApi } from './webhooks.ts'

/** The HTTP contract of Sample Desk: one declaration for the server, the typed client and OpenAPI. */
export class DeskApi extends HttpApi.make('desk')
  .add(
    SignInApi,
    SignOnApi,
    SignOnAgainApi,
    SessionApi,
    PasswordResetApi,
    SessionsApi,
    SecondFactorApi,
    ApiKeysApi,
    SingleSignOnApi,
    AuditApi,
    ProcessingRecordApi,
    RetentionApi,
    SubjectAccessApi,
    ObjectionsApi,
    AccountsApi,
    BusinessUnitsApi,
    SupplierAccountsApi,
    ManagedAccountsApi,
    AccountMembersApi,
    RateCardsApi,
    DocumentsApi,
    DocumentFilesApi,
    FeaturesApi,
    PlatformApi,
    PlatformSettingsApi,
    UsersApi,
    UserSessionsApi,
    ProjectsApi,
    SurveysApi,
    SourcesApi,
    FigureChangesApi,
    AsItWasApi,
    SourceQuotasApi,
    SourceSuppliersApi,
    DefenderApi,
    DefenderViewsApi,
    DefenderExportApi,
    MarkListsApi,
    ScorecardsApi,
    ReviewsApi,
    ErasuresApi,
    ExclusionsApi,
    RecontactApi,
    ClassicSourcesApi,
    SourceTemplatesApi,
    SuppliersApi,
    QualificationsApi,
    QualityQuestionsApi,
    ReturnHashingApi,
    AlertsApi,
    AlertRulesApi,
    AlertMutesApi,
    AlertChannelsApi,
    WebhooksApi,
    StatusesApi,
    HistoryApi,
    ForecastsApi,
    ReversalsApi,
    ReconciliationApi,
    StatementsApi,
    SellStatementsApi,
    StatementKeysApi,
    StatementLinksApi,
    SupplierStatementsApi,
    SupplierPrivacyApi,
    DisputesApi,
    ReportsApi,
    ReportViewsApi,
    ReportSchedulesApi,
    EmbeddedReportsApi,
    StatisticsApi,
    DashboardApi,
    TodayApi,
    SearchApi,
    AssistantApi,
    LookupsApi,
    ChangesApi,
    WatchesApi,
    JournalsApi,
  )
  // a refused body names every faulty field, not only the first (§5.28)
  .annotate(HttpApi.ParseOptions, { errors: 'all' })
  .annotateMerge(OpenApi.annotations({ title: 'Sample Desk API' })) {}
