import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { WEBHOOK_EVENT_KINDS } from '@desk/schema/webhooks/event-kinds'
import { onTestFinished, vi } from 'vitest'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { openEgress } from '#kernel/egress/egress'
import type { Message } from '#kernel/mail/mail'
import { openLedger } from '#ledger/testing/open-ledger'
import type { StudySpec } from '#ledger/testing/study'
import { recordChanges } from '#statuses/record-changes'
import { silentLog } from '#testing/database/test-server'
import { collectEvents } from '../collect-events.ts'
import { Deliveries } from '../deliver-events.ts'
import { makeSecret, webhookKey } from '../webhook-secret.ts'
import { insertWebhook, type WebhookFields } from '../webhooks.store.ts'
import { Receiver } from '#kernel/egress/testing/receiver'

const KEY = webhookKey('secret-key-of-the-tests-0123456789')

/** Collects up to the last commit: the feed holds back while an older transaction is open anywhere on the server, such as another test's. */
async function collectAll(database: DeskDatabase): Promise<void> {
  await vi.waitFor(
    async () => {
      const collected = await collectEvents(database)
      if (collected === null || collected.pending) throw new Error('There is more to collect.')
    },
    { timeout: 20_000, interval: 5 },
  )
}

/** A study with endpoints, whose workers the test runs by hand, at a time of its own. */
export async function openWebhooks(database: DeskDatabase, spec: StudySpec = {}) {
  // endpoints of earlier tests of the file would get it as well
  await database.asSystem(tx => tx.client.query('delete from webhook'))
  const collect = () => collectAll(database)
  await collect()
  const desk = await openLedger(database, spec)
  const { accountId, surveyId, sourceId } = desk.study
  const admin = (view: 'internal' | 'external') =>
    database.asSystem(async tx => {
      const { rows } = await tx.client.query<{ id: number }>(
        `insert into app_user (home_account_id, username, firstname, lastname, role_id, advanced_stream_view, password_hash)
         values ($1, gen_random_uuid() || '@acme.example', 'Ada', 'Byron', $3, $2, '') returning user_id as id`,
        // who lacks the view made the endpoint as an admin, and is none any more (docs/decisions/0101)
        [accountId, view === 'internal', view === 'internal' ? 1 : 2],
      )
      await tx.client.query('insert into user_account (account_id, user_id) values ($1, $2)', [accountId, rows[0]?.id])
      return rows[0]?.id ?? 0
    })
  const userId = await admin('internal')
  const clock = { aheadMs: 0 }
  const mails: Message[] = []

  /** A platform process that delivers; each has a holder of its own. */
  const worker = (post?: Parameters<typeof openEgress>[0]) => {
    const egress = openEgress({ networks: ['127.0.0.0/8'], timeoutMs: 2_000, ...post })
    onTestFinished(() => egress.close())
    const send = async (mail: Message): Promise<void> => void mails.push(mail)
    const publicUrl = 'https://desk.example'
    return new Deliveries({ database, egress, key: KEY, log: silentLog, publicUrl, send, aheadMs: () => clock.aheadMs })
  }

  return {
    ...desk,
    clock,
    mails,
    userId,
    async rows(text: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]> {
      const { rows } = await database.asSystem(tx => tx.client.query<Record<string, unknown>>(text, [...values]))
      return rows
    },
    /** Adds an admin with this view to the account. */
    admin,
    worker,
    key: KEY,
    collect,
    /** An endpoint with a real server behind it. */
    async endpoint({ by = userId, ...fields }: Partial<WebhookFields> & { readonly by?: number } = {}) {
      const receiver = await Receiver.start()
      onTestFinished(() => receiver.stop())
      const secret = makeSecret(KEY, accountId)
      const id = await database.asAccount(accountId, tx =>
        insertWebhook(
          tx,
          accountId,
          { description: 'Ours', url: receiver.url, kinds: WEBHOOK_EVENT_KINDS, filter: null, is_on: true, ...fields },
          secret,
          { at: new Date(), userId: by },
        ),
      )
      return Object.assign(receiver, { id, secret: secret.secret })
    },
    /** Sets the status of the source, as a person does. */
    setStatus: (to: StatusCode, reason: string | null = null, scope: 'source' | 'survey' = 'source') =>
      database.asAccount(accountId, async tx => {
        const id = scope === 'source' ? sourceId : surveyId
        const { rows } = await tx.client.query<{ status: StatusCode }>(
          `select status from ${scope} where account_id = $1 and ${scope}_id = $2`,
          [accountId, id],
        )
        const from = rows[0]?.status ?? STATUS_CODES.live
        return recordChanges(
          tx,
          { accountId, userId: reason === null ? userId : null, reason, note: null, commandId: null, at: new Date() },
          scope,
          [{ id, from, to }],
        )
      }),
    /** Makes completes with these rids. */
    async complete(...rids: string[]) {
      for (const rid of rids) await desk.return((await desk.enter(rid)).hex, '1000')
    },
    async stored(id: number) {
      const { rows } = await database.readAsSystem(tx =>
        tx.client.query<{
          isOn: boolean
          offReason: string | null
          failures: number
          failing: boolean
          waiting: number
        }>(
          `select is_on as "isOn", off_reason as "offReason", failures, failing_since is not null as failing, (queued_to - done_to)::int as waiting
           from webhook where webhook_id = $1`,
          [id],
        ),
      )
      return rows[0]
    },
    /** The log of an endpoint, oldest first. */
    async log(id: number) {
      const { rows } = await database.readAsSystem(tx =>
        tx.client.query<{
          number: number
          kind: string
          state: string
          attempts: readonly { fault: string | null; status: number | null }[]
        }>(
          'select number::int as number, kind, state, attempts from webhook_delivery where webhook_id = $1 order by number',
          [id],
        ),
      )
      return rows
    },
  }
}

export type WebhookDesk = Awaited<ReturnType<typeof openWebhooks>>
