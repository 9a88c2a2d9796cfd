import type { AlertKind } from '@desk/schema/alerts/alert-kinds'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { vi } from 'vitest'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { openLedger } from '#ledger/testing/open-ledger'
import type { StudySpec } from '#ledger/testing/study'
import { recordChanges } from '#statuses/record-changes'
import { countUnread, listAlerts } from '../alerts.store.ts'
import { collectAlerts } from '../collect-alerts.ts'

/** A user of the test, as a member of the study's account. */
export interface MemberSpec {
  /** In the account. */
  readonly roleId?: number
  /** The user is at home elsewhere, with another role. */
  readonly guestOf?: { readonly homeId: number; readonly roleAtHome: number } | null
  readonly isManager?: boolean
  readonly view?: 'internal' | 'external'
}

/** A rule of the test; the account's unless a user is named. */
export interface RuleSpec {
  readonly userId?: number | null
  readonly kinds: readonly AlertKind[]
  readonly thresholds?: Readonly<Partial<Record<AlertKind, number>>>
  readonly scope?: 'all' | 'project' | 'mine'
  readonly projectId?: number | null
  readonly bell?: string
}

/** Raises all up to the last commit: the feed holds back while an older transaction is open anywhere on the server, such as another test's. */
export async function collectAll(database: DeskDatabase): Promise<void> {
  await vi.waitFor(
    async () => {
      const collected = await collectAlerts(database)
      if (collected === null || collected.pending) throw new Error('There is more to collect.')
    },
    { timeout: 20_000, interval: 5 },
  )
}

/** A study with users, whose alerts the test raises by hand. */
export async function openAlerts(database: DeskDatabase, spec: StudySpec = {}, nowMs?: number) {
  const collect = () => collectAll(database)
  await collect()
  const desk = await openLedger(database, spec, nowMs)
  const { accountId, projectId, surveyId, sourceId } = desk.study

  const setStatus = (
    to: StatusCode,
    reason: string | null = null,
    { scope = 'source', id }: { scope?: 'source' | 'survey'; id?: number } = {},
  ) =>
    database.asAccount(accountId, async tx => {
      const place = id ?? (scope === 'source' ? sourceId : surveyId)
      const { rows } = await tx.client.query<{ status: StatusCode }>(
        `select status from ${scope} where account_id = $1 and ${scope}_id = $2`,
        [accountId, place],
      )
      const from = rows[0]?.status ?? STATUS_CODES.live
      return recordChanges(
        tx,
        { accountId, userId: null, reason, note: null, commandId: null, at: new Date() },
        scope,
        [{ id: place, from, to }],
      )
    })

  return {
    ...desk,
    collect,
    setStatus,
    pause: (reason = 'redirect_errors', id?: number) =>
      setStatus(STATUS_CODES.autoPaused, reason, id === undefined ? {} : { id }),
    resume: (id?: number) => setStatus(STATUS_CODES.live, null, id === undefined ? {} : { id }),
    /** Adds a user to the account. */
    member: ({ roleId = 2, isManager = false, view = 'internal', guestOf = null }: MemberSpec = {}) =>
      database.asSystem(async tx => {
        const { rows } = await tx.client.query<{ id: number }>(
          `insert into app_user (home_account_id, username, firstname, lastname, role_id, advanced_stream_view, password_hash)
           values ($1, gen_random_uuid() || '@acme.example', 'Ada', 'Byron', $2, $3, '') returning user_id as id`,
          [guestOf?.homeId ?? accountId, guestOf?.roleAtHome ?? roleId, view === 'internal'],
        )
        const id = rows[0]?.id ?? 0
        await tx.client.query('insert into user_account (account_id, user_id, role_id) values ($1, $2, $3)', [
          accountId,
          id,
          guestOf === null ? null : roleId,
        ])
        if (isManager)
          await tx.client.query('update project set consultant_user_id = $1 where project_id = $2', [id, projectId])
        return id
      }),
    rule: ({ userId = null, kinds, thresholds = {}, scope = 'all', bell, projectId: own = null }: RuleSpec) =>
      database.asAccount(accountId, async tx => {
        const { rows } = await tx.client.query<{ id: number }>(
          `insert into alert_rule (account_id, user_id, name, kinds, thresholds, scope, project_id, bell, digest, is_on)
           values ($1, $2, 'Rule', $3, $4, $5, $6, $7, true, true) returning alert_rule_id as id`,
          [
            accountId,
            userId,
            kinds,
            JSON.stringify(thresholds),
            scope,
            own,
            bell ?? (userId === null ? 'everybody' : 'me'),
          ],
        )
        return rows[0]?.id ?? 0
      }),
    /** Takes the rule away that every account begins with. */
    withoutDefault: () =>
      database.asAccount(accountId, tx => tx.client.query('delete from alert_rule where account_id = $1', [accountId])),
    /** The bell of a user, newest first. */
    bell: (userId: number) =>
      database.readAsAccount(accountId, async tx => {
        const reader = { accountId, userId, hidden: [] }
        const alerts = await listAlerts(tx, reader, {}, { limit: 100 })
        return { unread: await countUnread(tx, reader), alerts }
      }),
  }
}

export type AlertDesk = Awaited<ReturnType<typeof openAlerts>>
