import { randomUUID } from 'node:crypto'
import { AtOnce } from '#kernel/background/at-once'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import type { Attempted } from '#kernel/egress/attempt-post'
import type { Egress } from '#kernel/egress/egress'
import { retryPauseMs } from '#kernel/egress/retry-pause'
import { recordEdit } from '#kernel/history/history.store'
import type { Message } from '#kernel/mail/mail'
import type { SealingKey } from '#kernel/secrets/seal'
import * as store from './deliveries.store.ts'
import { postWebhook } from './post-webhook.ts'
import { raiseSwitchedOff } from './switched-off-alert.ts'
import { openSecret } from './webhook-secret.ts'
import type { Addressee } from '#kernel/mail/mails'
import type { SwitchedOff } from './deliveries.store.ts'

/** The desk has switched off an endpoint of the account. */
function switchedOffMail(
  { username, firstname }: Addressee,
  { description, accountName, reason }: SwitchedOff,
  publicUrl: string,
): Message {
  return {
    to: username,
    subject: `A webhook of ${accountName} is switched off`,
    text: `Hello ${firstname},\n\nthe desk has switched off the webhook "${description}". ${reason}\n\nNothing is sent to it until you switch it on again. Messages that wait are delivered then; events of the time in between are not sent:\n\n${publicUrl}/#/admin/webhooks\n\nSample Desk\n`,
  }
}

export interface DeliveryPorts {
  readonly database: DeskDatabase
  readonly egress: Egress
  /** The key that secrets are sealed with. */
  readonly key: SealingKey
  readonly log: Log
  /** Where links in mails lead. */
  readonly publicUrl: string
  /** Mails the admins whose endpoint is switched off. */
  readonly send: (message: Message) => Promise<void>
  /** How far leases and retries are ahead of the clock; tests set it. */
  readonly aheadMs?: () => number
}

/** How many endpoints one process delivers to at once. */
const MOST_AT_ONCE = 64
/** The pauses of an endpoint that fails. */
export const WEBHOOK_PAUSES = { firstMs: 1_000, longestMs: 5 * 60_000 } as const

/** Delivers what waits in the queues of endpoints, one message of an endpoint after the other. */
export class Deliveries {
  readonly #ports: DeliveryPorts
  readonly #holder = randomUUID()
  readonly #atOnce: AtOnce

  /** @param onFree called whenever an endpoint is done with, so that more can be claimed */
  constructor(ports: DeliveryPorts, onFree: () => void = () => {}) {
    this.#ports = ports
    this.#atOnce = new AtOnce({ most: MOST_AT_ONCE, log: ports.log, what: 'Delivering to a webhook', onFree })
  }

  get #lease(): store.Lease {
    return { holder: this.#holder, aheadMs: this.#ports.aheadMs?.() ?? 0 }
  }

  /** Begins to deliver to endpoints that are due, as many as there is room for. @returns how many */
  async begin(): Promise<number> {
    const { room } = this.#atOnce
    if (room === 0) return 0
    const claimed = await this.#ports.database.asSystem(tx => store.claimWebhooks(tx, this.#lease, room))
    for (const webhook of claimed) this.#atOnce.begin(webhook.id, () => this.#deliver(webhook))
    return claimed.length
  }

  /** Delivers until nothing is due. */
  drain(): Promise<void> {
    return this.#atOnce.drain(() => this.begin())
  }

  /** Begins nothing new, and waits for the attempts under way. */
  stop(): Promise<void> {
    return this.#atOnce.stop()
  }

  async #deliver(webhook: store.Claimed): Promise<void> {
    const { database } = this.#ports
    const { id, heads } = webhook
    if (heads.length === 0) return database.asSystem(tx => store.settleEmpty(tx, this.#lease, id))
    const secrets = this.#secretsOf(webhook)
    let leasedAtMs = performance.now()
    for (const [at, head] of heads.entries()) {
      if (this.#atOnce.isStopped) return database.asSystem(tx => store.endLease(tx, this.#lease, id))
      // a process that paused for long may have lost its lease: another may have sent past it, and it must not send
      // again
      if (performance.now() - leasedAtMs > store.LEASE_MS / 2) {
        if (!(await database.asSystem(tx => store.renewLease(tx, this.#lease, id)))) return
        leasedAtMs = performance.now()
      }
      const attempted = await this.#attempt(webhook, secrets, head)
      const { attempt } = attempted
      if (attempt.fault !== null) return this.#failed(webhook, head.number, attempted)
      const isLast = at === heads.length - 1
      const recorded = { id, number: head.number, attempt, isLast }
      leasedAtMs = performance.now()
      if (!(await database.asSystem(tx => store.recordDelivered(tx, this.#lease, recorded), { idempotent: true })))
        return database.asSystem(tx => store.endLease(tx, this.#lease, id))
    }
  }

  #secretsOf({ accountId, secret, oldSecret }: store.Claimed): string[] {
    return [secret, oldSecret].flatMap(sealed => {
      const opened = sealed === null ? null : openSecret(this.#ports.key, accountId, sealed)
      return opened === null ? [] : [opened]
    })
  }

  async #attempt(
    { url }: store.Claimed,
    secrets: readonly string[],
    { eventId, body }: store.Head,
  ): Promise<Attempted> {
    if (secrets.length === 0)
      return {
        attempt: {
          at: new Date().toISOString(),
          status: null,
          ms: 0,
          answer: '',
          fault: 'Its secret cannot be read with the desk’s present SECRET_KEY: rotate the secret.',
        },
        retryAfterMs: null,
      }
    return postWebhook(this.#ports.egress, { url, secrets, eventId, body })
  }

  async #failed({ id, failures }: store.Claimed, number: number, { attempt, retryAfterMs }: Attempted): Promise<void> {
    const retryMs = Math.max(retryPauseMs(WEBHOOK_PAUSES, failures), retryAfterMs ?? 0)
    const switchedOff = await this.#ports.database.asSystem(
      async tx => {
        const off = await store.recordFailed(tx, this.#lease, { id, number, attempt, retryMs })
        if (off === null) return null
        await raiseSwitchedOff(tx, id, off, new Date(attempt.at))
        await recordEdit(tx, {
          accountId: off.accountId,
          scope: 'webhook',
          id,
          userId: null,
          at: new Date(attempt.at),
          act: 'edited',
          before: { is_on: true, off_reason: null },
          after: { is_on: false, off_reason: off.reason },
        })
        return { ...off, admins: await store.listAdmins(tx, off.accountId) }
      },
      { idempotent: true },
    )
    if (switchedOff === null) return
    for (const admin of switchedOff.admins)
      await this.#ports.send(switchedOffMail(admin, switchedOff, this.#ports.publicUrl))
  }
}
