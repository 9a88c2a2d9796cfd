/** One picture: a screen or an overlay. */
export interface Screen {
  readonly name: string
  /** The content of the screen. */
  readonly title: string
  /** The routes that show it, one of each pair of paths in the picture. */
  readonly routes: readonly string[]
}

/** Where the contact sheets are, from the repository's folder. */
export const SHEETS = 'docs/pictures/screens'

const bothPaths = (path: string): readonly string[] => [`/manage/project${path}`, `/projects${path}`]
const SURVEYS = bothPaths('/$projectUID/survey/')
const SURVEY_EDIT = bothPaths('/$projectUID/survey/$surveyUID/edit')
const SOURCES = bothPaths('/$projectUID/survey/$surveyUID/streams')
const SOURCE_NEW = bothPaths('/$projectUID/survey/$surveyUID/stream/new')
const SOURCE = bothPaths('/$projectUID/survey/$surveyUID/stream/$streamId')
const CLASSIC_NEW = bothPaths('/$projectUID/survey/$surveyUID/manual-streams/new')
const CLASSIC = bothPaths('/$projectUID/survey/$surveyUID/manual-streams/$streamUID')
const PROJECT_EDIT = bothPaths('/$projectUID/edit')

/** Every picture, in the order of the index: tests/pictures/*.pictures.ts takes each, and each route of the router has one. */
export const SCREENS = [
  { name: 'login', title: 'Sign-in', routes: ['/login'] },
  { name: 'login-refused', title: 'A refused sign-in', routes: ['/login'] },
  { name: 'sign-on', title: 'Single sign-on, refused', routes: ['/login'] },
  { name: 'login-code', title: 'The code of a second factor at the sign-in', routes: ['/login'] },
  {
    name: 'waiting',
    title: 'A sign-out, or a link from outside, that waits for the server',
    routes: ['/logout', '/page-redirection'],
  },
  { name: 'session-expired', title: 'A session that has expired', routes: ['/session-expired'] },
  { name: 'forgot-password', title: 'A forgotten password', routes: ['/forgot-password', '/password-manager'] },
  { name: 'reset-password', title: 'A new password by the link of a mail', routes: ['/reset-password/$resetToken'] },
  { name: 'change-password', title: 'A password that has to be changed', routes: ['/change-password'] },
  { name: 'second-factor', title: 'A second factor that the account wants of everybody', routes: ['/second-factor'] },

  { name: 'projects', title: 'Projects', routes: ['/projects/'] },
  { name: 'projects-bulk', title: 'Projects chosen, their status changed together', routes: ['/projects/'] },
  { name: 'today', title: 'Today: the open alerts with what they put at risk', routes: ['/projects/'] },
  { name: 'live-sources', title: 'The live sources of all surveys', routes: ['/projects/'] },
  { name: 'projects-empty', title: 'An account without projects', routes: ['/projects/'] },
  { name: 'projects-none-found', title: 'No project with these filters', routes: ['/projects/'] },
  { name: 'projects-failed', title: 'Projects that did not load', routes: ['/projects/'] },
  { name: 'project-new', title: 'A new project, refused', routes: ['/manage/project/new', '/projects/new'] },
  { name: 'project-edit', title: 'A project’s form', routes: PROJECT_EDIT },
  { name: 'project-details', title: 'A project’s details', routes: bothPaths('/$projectUID/details') },
  { name: 'project-money', title: 'Where a project’s money stands', routes: bothPaths('/$projectUID/details') },
  {
    name: 'reconciliation',
    title: 'A reconciliation that is previewed',
    routes: bothPaths('/$projectUID/reconciliation'),
  },
  {
    name: 'reconciliation-rows',
    title: 'A preview, narrowed to the rows that one of its sums is made of',
    routes: bothPaths('/$projectUID/reconciliation'),
  },
  {
    name: 'reconciliation-progress',
    title: 'A reconciliation whose file is worked on',
    routes: bothPaths('/$projectUID/reconciliation'),
  },
  { name: 'project-documents', title: 'A project’s documents', routes: bothPaths('/$projectUID/documents') },
  { name: 'stale-edit', title: 'An edit over another user’s change', routes: PROJECT_EDIT },
  { name: 'draft-offered', title: 'A draft from before a reload is offered', routes: PROJECT_EDIT },
  { name: 'unsaved-changes', title: 'Leaving with unsaved changes', routes: PROJECT_EDIT },

  { name: 'surveys', title: 'The surveys of a project', routes: SURVEYS },
  { name: 'survey-new', title: 'A new survey', routes: bothPaths('/$projectUID/survey/new') },
  { name: 'survey-edit', title: 'A survey’s form', routes: SURVEY_EDIT },
  { name: 'survey-checklist', title: 'The blockers of a survey’s launch', routes: SURVEY_EDIT },
  { name: 'survey-limits', title: 'Limits and auto-pause of a survey', routes: SURVEY_EDIT },

  { name: 'sources', title: 'The sources of a survey', routes: SOURCES },
  { name: 'sources-empty', title: 'A survey without sources', routes: SOURCES },
  { name: 'sources-chart', title: 'Completes by source', routes: SOURCES },
  { name: 'sources-columns', title: 'Columns and views of the source table', routes: SOURCES },
  { name: 'sources-chosen', title: 'Sources chosen', routes: SOURCES },
  { name: 'sources-bulk-status', title: 'Changing the status of many sources', routes: SOURCES },
  { name: 'sources-bulk-price', title: 'Changing the price of many sources', routes: SOURCES },
  { name: 'status-menu', title: 'The statuses that may follow', routes: SOURCES },
  { name: 'status-dialog', title: 'A change of status, asked for', routes: SOURCES },
  { name: 'status-conflict', title: 'A status that has changed in the meantime', routes: SOURCES },
  { name: 'status-history', title: 'The history of a status', routes: SOURCES },
  { name: 'source-actions', title: 'The actions of a source', routes: SOURCES },
  { name: 'source-copy', title: 'Copying a source to another survey', routes: SOURCES },
  { name: 'explain', title: 'One respondent explained', routes: SOURCES },
  {
    name: 'allocation-applied',
    title: 'An allocation template for a whole survey, before it overwrites',
    routes: SOURCES,
  },
  { name: 'source-new', title: 'A new DIY source with what blocks its launch', routes: SOURCE_NEW },
  { name: 'source-new-lucid', title: 'A new Lucid source', routes: SOURCE_NEW },
  { name: 'source-edit', title: 'A DIY source: its first part', routes: SOURCE },
  { name: 'source-suppliers', title: 'A DIY source: suppliers and allocation', routes: SOURCE },
  { name: 'source-boost', title: 'A DIY source: Auto-Boost', routes: SOURCE },
  { name: 'source-quotas', title: 'A DIY source: qualifications and quotas', routes: SOURCE },
  { name: 'source-entry-links', title: 'A DIY source: the entry link of each supplier', routes: SOURCE },
  { name: 'source-test', title: 'A DIY source: test and history', routes: SOURCE },
  { name: 'source-recontact', title: 'A DIY source: respondents chosen by projects', routes: SOURCE },
  { name: 'source-exclusions', title: 'A DIY source: whom it keeps out', routes: SOURCE },
  { name: 'source-qualification', title: 'A qualification of a source', routes: SOURCE },
  { name: 'source-templates', title: 'A source template, before it overwrites', routes: SOURCE_NEW },
  { name: 'allocation-templates', title: 'Allocation templates', routes: SOURCE },
  { name: 'test-link', title: 'Where a test link leads', routes: SOURCE },
  { name: 'classic-new', title: 'A new classic source', routes: CLASSIC_NEW },
  { name: 'classic-edit', title: 'A classic source', routes: CLASSIC },

  { name: 'suppliers', title: 'Suppliers', routes: ['/suppliers/'] },
  { name: 'supplier-new', title: 'A new supplier, refused', routes: ['/suppliers/new'] },
  { name: 'supplier-edit', title: 'A supplier’s form', routes: ['/suppliers/$supplierId'] },
  {
    name: 'supplier-security',
    title: 'A supplier’s redirects, security and history',
    routes: ['/suppliers/$supplierId'],
  },
  {
    name: 'supplier-exclusions',
    title: 'The projects that exclude a supplier',
    routes: ['/suppliers/$supplierId'],
  },
  { name: 'supplier-in-use', title: 'A supplier that is in use is not deleted', routes: ['/suppliers/$supplierId'] },
  { name: 'supplier-view', title: 'A supplier, for a user who writes none', routes: ['/suppliers/$supplierId'] },

  { name: 'reports', title: 'The reports of an account', routes: ['/reports/'] },
  { name: 'report-traffic', title: 'Traffic by project and supplier', routes: ['/reports/$type'] },
  { name: 'report-narrowed', title: 'Traffic of several projects and countries', routes: ['/reports/$type'] },
  { name: 'report-chooser', title: 'Projects of a report, searched', routes: ['/reports/$type'] },
  { name: 'report-suppliers', title: 'The performance of suppliers', routes: ['/reports/$type'] },
  { name: 'report-terminations', title: 'Terminations', routes: ['/reports/$type'] },
  { name: 'report-costs', title: 'Cost summary', routes: ['/reports/$type'] },
  { name: 'report-by-day', title: 'Traffic by day', routes: ['/reports/$type'] },
  { name: 'why-changed', title: 'Why a figure changed', routes: ['/reports/$type'] },
  { name: 'report-why', title: 'Why a figure of a report’s line changed', routes: ['/reports/$type'] },
  { name: 'report-mail', title: 'Emailed reports', routes: ['/reports/$type'] },
  { name: 'statements', title: 'The monthly amounts owed to suppliers', routes: ['/statements/'] },
  { name: 'statements-projects', title: 'The charges of client projects', routes: ['/statements/'] },
  { name: 'statement-close', title: 'A period, before it is closed', routes: ['/statements/'] },
  { name: 'statement', title: 'A supplier’s signed statement', routes: ['/statements/$month'] },
  { name: 'statement-why', title: 'Why a statement’s total changed', routes: ['/statements/'] },
  { name: 'statement-verified', title: 'A statement’s file that was changed', routes: [] },
  { name: 'disputes', title: 'Disputes about rejected completes', routes: ['/statements/disputes'] },
  { name: 'supplier-statements', title: 'A supplier’s statements, opened by its link', routes: [] },

  { name: 'qualifications', title: 'The account’s qualifications', routes: ['/qualifications/'] },
  { name: 'qualification-library', title: 'The library of qualifications', routes: ['/qualifications/'] },
  { name: 'qualification-new', title: 'A new qualification', routes: ['/qualifications/new'] },
  { name: 'qualification-edit', title: 'A qualification’s form', routes: ['/qualifications/$qualificationId'] },
  {
    name: 'qualification-options',
    title: 'The options of a qualification',
    routes: ['/qualifications/$qualificationId'],
  },
  {
    name: 'qualification-paste',
    title: 'Options pasted, before they replace the present ones',
    routes: ['/qualifications/$qualificationId'],
  },

  { name: 'users', title: 'The users of an account', routes: ['/admin/users'] },
  { name: 'user-sessions', title: 'Where a user is signed in', routes: ['/admin/users'] },
  { name: 'default-time-zone', title: 'The time zone of new users, and of all', routes: ['/admin/users'] },
  { name: 'user-dialog', title: 'A new user, refused', routes: ['/admin/users'] },
  { name: 'quality-questions', title: 'Quality questions', routes: ['/admin/quality-questions'] },
  { name: 'alerts', title: 'The alerts of a user', routes: ['/alerts'] },
  { name: 'alerts-bell', title: 'The newest alerts behind the bell', routes: ['/alerts'] },
  { name: 'alert-rules', title: 'The alert rules of an account', routes: ['/admin/alert-rules'] },
  { name: 'alert-channel-new', title: 'A new channel for alerts, refused', routes: ['/admin/alert-rules'] },
  { name: 'alert-rule-edit', title: 'A rule for alerts', routes: ['/admin/alert-rules'] },
  { name: 'webhooks', title: 'The webhooks of an account', routes: ['/admin/webhooks'] },
  { name: 'webhook-deliveries', title: 'The deliveries of a webhook', routes: ['/admin/webhooks'] },
  { name: 'webhook-new', title: 'A new webhook', routes: ['/admin/webhooks'] },
  { name: 'defender-metrics', title: 'Defender Metrics, the desk’s own', routes: ['/defender/metrics'] },
  { name: 'embedded-reports', title: 'The ids of embedded reports', routes: ['/admin/platform'] },
  {
    name: 'defender-centre',
    title: 'The Defender control centre of a project, previewed',
    routes: bothPaths('/$projectUID/details'),
  },
  { name: 'defender-rules', title: 'The Defender rules of an account', routes: ['/admin/defender-rules'] },
  { name: 'defender-suppliers', title: 'How right Defender was, by supplier', routes: ['/defender/suppliers'] },
  { name: 'defender-review', title: 'Flagged completes that are reviewed', routes: ['/defender/review'] },
  { name: 'defender-trends', title: 'Defender’s shares by week', routes: ['/defender/trends'] },
  { name: 'return-hashing', title: 'Hashed returns', routes: ['/admin/return-hashing'] },
  { name: 'confirm-identity', title: 'Who makes a key is asked who it is', routes: ['/admin/return-hashing'] },
  { name: 'audit-log', title: 'The audit log of an account, verified', routes: ['/admin/audit-log'] },
  { name: 'single-sign-on', title: 'The single sign-on of an account', routes: ['/admin/single-sign-on'] },
  { name: 'api-keys', title: 'The API keys of an account', routes: ['/admin/api-keys'] },
  { name: 'api-key-new', title: 'A new API key, refused', routes: ['/admin/api-keys'] },
  { name: 'api-key-made', title: 'A new API key, shown once', routes: ['/admin/api-keys'] },
  { name: 'rate-cards', title: 'The rate cards of an account, and a quote', routes: ['/admin/rate-card-templates'] },
  {
    name: 'rate-card-faults',
    title: 'A rate card with faults, each at its cell',
    routes: ['/admin/rate-card-templates'],
  },
  { name: 'rate-card-withdrawn', title: 'A rate card that is withdrawn', routes: ['/admin/rate-card-templates'] },
  { name: 'rate-card', title: 'Two versions of a rate card, compared', routes: ['/admin/rate-card-templates'] },
  { name: 'business-units', title: 'The business units of an account', routes: ['/admin/business-unit'] },
  {
    name: 'business-unit-in-use',
    title: 'A business unit that is in use is not retired',
    routes: ['/admin/business-unit'],
  },
  {
    name: 'supplier-accounts',
    title: 'Suppliers that have an account of their own',
    routes: ['/admin/supplier-accounts'],
  },
  { name: 'supplier-contacts', title: 'Whom to talk to at a supplier', routes: ['/admin/supplier-accounts'] },
  { name: 'accounts', title: 'Every account of the installation', routes: ['/admin/accounts-management/'] },
  { name: 'account-new', title: 'A new account', routes: ['/admin/accounts-creation'] },
  {
    name: 'account',
    title: 'An account after its creation: what next, its form, members and history',
    routes: ['/admin/accounts-management/$accountId'],
  },
  {
    name: 'account-budget',
    title: 'How an account works, and its budget of the assistant',
    routes: ['/admin/accounts-management/$accountId'],
  },
  {
    name: 'account-suspend',
    title: 'Suspending an account is confirmed',
    routes: ['/admin/accounts-management/$accountId'],
  },
  { name: 'account-suspended', title: 'The page of a suspended account', routes: ['/projects/'] },
  { name: 'accounts-features', title: 'The features of every account', routes: ['/admin/accounts-features'] },
  { name: 'logo', title: 'The logo of an account', routes: ['/admin/logo'] },
  { name: 'privacy', title: 'The erasures of an account, with a receipt', routes: ['/admin/privacy'] },
  { name: 'platform', title: 'Names and links of the installation', routes: ['/admin/platform'] },

  { name: 'support-sessions', title: 'Sessions, as support finds them', routes: ['/support/sessions/'] },
  { name: 'support-session', title: 'A session, replayed', routes: ['/support/sessions/$journal'] },
  { name: 'support-machines', title: 'A session’s machines', routes: ['/support/sessions/$journal'] },
  { name: 'support-link', title: 'A session by a link that expires', routes: ['/support/links/$token'] },
  { name: 'experimental', title: 'The machines of the present tab', routes: ['/experimental'] },
  { name: 'labs', title: 'Experiments', routes: ['/labs-1/'] },
  { name: 'own-order', title: 'An order of one’s own of projects and columns', routes: ['/labs-1/sortable'] },
  {
    name: 'assistant',
    title: 'The assistant: a figure, and how it was understood',
    routes: ['/assistant', '/labs-1/chat'],
  },
  {
    name: 'assistant-model',
    title: 'The assistant by a language model: figures as references, a fallback, a proposal, the data sent',
    routes: ['/assistant'],
  },

  { name: 'user-drawer', title: 'The user’s drawer', routes: ['/projects/'] },
  { name: 'open-sessions', title: 'Where one is signed in', routes: ['/projects/'] },
  { name: 'palette', title: 'The palette, Ctrl K', routes: ['/projects/'] },
  { name: 'help', title: 'The keys', routes: ['/projects/'] },
  { name: 'new-version', title: 'A newer version is there', routes: ['/projects/'] },
  { name: 'link-elsewhere', title: 'A link of another account of one’s own', routes: SURVEYS },
  {
    name: 'not-found',
    title: 'A page that is not there',
    routes: ['/$', '/projects/$projectUID/', '/projects/$projectUID/$'],
  },
  {
    name: 'defender',
    title: 'Where the entrants of a DEFENDER account end',
    routes: ['/defender/terminationoverview'],
  },
  { name: 'defender-search', title: 'A respondent, and others with the same marks', routes: ['/defender/search'] },
  { name: 'defender-export', title: 'Defender’s data, taken out as files', routes: ['/defender/export-data'] },
  { name: 'defender-activity', title: 'How busy devices and addresses are', routes: ['/defender/activity'] },
  { name: 'block-list', title: 'The block list of a DESK account', routes: ['/admin/block-list'] },
] as const satisfies readonly Screen[]

export type ScreenName = (typeof SCREENS)[number]['name']
