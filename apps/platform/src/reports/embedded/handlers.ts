import type { Caller } from '@desk/api/authorization'
import { NotFound } from '@desk/api/errors'
import { EmbeddedReportName, METRICS_REPORT, type EmbedAnswer } from '@desk/schema/embedded-reports/embedded-report'
import {
  DEFAULT_EMBED_ROLE,
  DEFAULT_FILTER_TABLE,
  type EmbedSettings,
} from '@desk/schema/embedded-reports/embed-settings'
import { Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { edit } from '#kernel/edits/edit'
import { openEgress } from '#kernel/egress/egress'
import { handlersOf } from '#kernel/http/contract-handlers'
import { noEmbed } from './embed-fault.ts'
import * as store from './embed-settings.store.ts'
import { EmbedTokens } from './embed-tokens.ts'
import { ReportServiceClient, type EmbedRequest } from './report-service.ts'

/** A page waits for the service: a token takes three of its answers. */
const ANSWER_WITHIN_MS = 5_000
/** E2 answers there alone (§7.30). */
const LOCAL_ENVIRONMENTS: ReadonlySet<string> = new Set(['local', 'dev'])

/** The request for a token: the row-level security of the data reads account, view and user out of the name. */
function requestFor(
  { accountId, view, user }: Caller,
  settings: EmbedSettings,
  report: EmbeddedReportName,
  ownWorkspaceId: string | null,
): EmbedRequest | null {
  const reportId = settings[report] ?? null
  const workspaceId = ownWorkspaceId ?? settings.workspace_id ?? null
  if (reportId === null || workspaceId === null) return null
  return {
    reportId,
    workspaceId,
    identity: {
      username: `${accountId}|${view}|${user.uid}`,
      role: settings.role_name ?? DEFAULT_EMBED_ROLE,
    },
  }
}

/** Embedded reports (§3.32, §7.30, §9.13): api:E1, E2, and their settings. */
export const embeddedReportHandlers = handlersOf(
  'embeddedReports',
  Effect.gen(function* () {
    const database = yield* Database
    const { reportService, egressNetworks: networks = [], environment = 'local' } = yield* PlatformConfig
    const service = reportService ?? null
    const egress = yield* Effect.acquireRelease(
      Effect.sync(() => openEgress({ networks, timeoutMs: service?.timeoutMs ?? ANSWER_WITHIN_MS })),
      opened => Effect.promise(() => opened.close()),
    )
    const client = service && new ReportServiceClient(service, egress)
    const tokens = client && new EmbedTokens(request => client.mint(request))

    const stored = database.readAsSystem(async tx => {
      const { version, settings } = await store.findEmbedSettings(tx)
      return { version, settings, is_connected: service !== null }
    })

    const embed = Effect.fn('EmbeddedReports.embed')(function* (
      caller: Caller,
      report: EmbeddedReportName,
      isAsked: (account: { readonly isOn: boolean }) => boolean = ({ isOn }) => isOn,
    ) {
      if (tokens === null) return noEmbed('not_connected')
      const { accountId, view, user } = caller
      const { settings, account } = yield* database.readAsSystem(async tx => ({
        settings: (await store.findEmbedSettings(tx)).settings,
        account: await store.findAccountEmbed(tx, accountId),
      }))
      if (!isAsked(account)) return noEmbed('off')
      const request = requestFor(caller, settings, report, account.workspaceId)
      if (request === null) return noEmbed('no_report')
      const outcome = yield* Effect.promise(() => tokens.tokenFor({ accountId, userId: user.uid, view }, request))
      if ('failure' in outcome) return noEmbed(outcome.failure.reason, outcome.retryAt)
      return {
        show: true,
        token: outcome.token,
        workspaceId: request.workspaceId,
        reportId: request.reportId,
        embedUrl: outcome.embedUrl,
        dtRequested: new Date().toISOString(),
        expiration: outcome.expiresAt.toISOString(),
        filterType: 'PM_DSH_UD',
        filterValue: accountId,
        filterTable: settings.filter_table ?? DEFAULT_FILTER_TABLE,
      } satisfies EmbedAnswer
    })

    return {
      authenticate: ({ query: { report = METRICS_REPORT } }, caller) => embed(caller, report),
      localToken: ({ query: { report = METRICS_REPORT } }, caller) =>
        LOCAL_ENVIRONMENTS.has(environment)
          ? embed(caller, report)
          : Effect.fail(new NotFound({ message: 'This is for local and dev hosts.' })),
      readSettings: () => stored,
      changeSettings: ({ payload: { version, ...wanted } }, caller) =>
        Effect.catchTag(
          actFor(
            database,
            caller,
            ['embed_settings.change', version, wanted],
            (tx, actor) =>
              edit(tx, actor, {
                scope: 'platform',
                noun: 'embedded reports',
                id: store.EMBED_HISTORY_ID,
                lock: () => store.lockEmbedSettings(tx),
                judge: ({ settings }) => ({ before: settings, after: store.cleaned(wanted) }),
                version: ({ version: storedVersion }) => ({ seen: version, stored: storedVersion }),
                write: after => store.updateEmbedSettings(tx, after),
                changed: ({ settings }) => ({ before: { ...settings }, after: { ...store.cleaned(wanted) } }),
                read: async () => ({ ...(await store.findEmbedSettings(tx)), is_connected: service !== null }),
              }),
            'system',
          ),
          'NotFound',
          Effect.die,
        ),
      /** Asks the service for each report that has an id, as the caller. */
      check: Effect.fn('EmbeddedReports.check')(function* (_sent, caller) {
        const { settings } = yield* stored
        const reports = EmbeddedReportName.literals.filter(report => (settings[report] ?? null) !== null)
        return yield* Effect.forEach(reports, report =>
          Effect.map(
            embed(caller, report, () => true),
            answer => ({ report, fault: answer.show ? null : answer.message }),
          ),
        )
      }),
    }
  }),
)
