import { reportFileName } from '@desk/schema/reports/report-file'
import { ReportFilters, REPORTS } from '@desk/schema/reports/report'
import { Effect, Exit, Cause, Schema } from 'effect'
import { refusalFor } from '#identity/accounts/access'
import { currentUserOf } from '#identity/sessions/current-user'
import { userFactsOf } from '#identity/sessions/user-facts'
import { Database } from '#kernel/db/database'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import type { Message } from '#kernel/mail/mail'
import { openReportFile, type ReportFile } from '../files/report-file.ts'
import { claimDue, settle, type DueSchedule, type Ending } from './due.store.ts'

export interface SchedulePorts {
  readonly database: DeskDatabase
  readonly log: Log
  readonly publicUrl: string
  readonly internalAccountId: number
  /** Tries once to send a mail; rejects when it could not be sent. */
  readonly deliver: (message: Message) => Promise<void>
}

/** A larger file is not mailed: most mailboxes refuse it. */
const MOST_MAILED_BYTES = 10_000_000
/** After these pauses a mail that failed is tried again, then at its next time. */
const AGAIN_AFTER_MINUTES = [5, 30, 120] as const
const DAY_MS = 86_400_000
const DAYS_OF_HOURS = 7

/** Mails the reports that are due; several processes share them. @returns how many were dealt with */
export async function sendSchedules(ports: SchedulePorts, at: Date): Promise<number> {
  for (let count = 0; ; count++) {
    const due = await ports.database.asSystem(tx => claimDue(tx, at))
    if (due === null) return count
    const ending = await send(ports, due, at)
    await ports.database.asSystem(tx => settle(tx, due, at, ending))
  }
}

async function send(
  { database, log, publicUrl, internalAccountId, deliver }: SchedulePorts,
  due: DueSchedule,
  at: Date,
): Promise<Ending> {
  const { owner, accountId, type, name, format } = due
  const user = owner && currentUserOf(userFactsOf(owner), internalAccountId)
  if (user === null || !(user.is_super_admin || user.settings.some(({ pm_dsh_ud }) => pm_dsh_ud === accountId)))
    return { kind: 'stopped', fault: 'Its owner is no longer a user of this account.' }
  const refusal = refusalFor(user, 'open projects')
  if (refusal !== null) return { kind: 'skipped', fault: refusal }
  try {
    const opened = await Effect.runPromiseExit(
      openReportFile(Database.over(database), type, scopeOf(due, at), format, {
        accountId,
        user,
        view: user.streamViewType,
      }),
    )
    if (Exit.isFailure(opened)) {
      const failure = Cause.squash(opened.cause)
      const tag = failure instanceof Error && '_tag' in failure ? failure._tag : ''
      // what the report itself refuses does not change by trying again
      if (tag === 'Forbidden' || tag === 'NotFound' || tag === 'Refused')
        return {
          kind: 'skipped',
          fault: tag === 'NotFound' ? 'What it is narrowed to does not exist any more.' : messageOf(failure),
        }
      throw failure
    }
    const content = await contentOf(opened.value)
    const address = `${publicUrl}/#/reports/${type}${due.filters === '' ? '' : `?${due.filters}`}`
    await deliver({
      to: user.username,
      subject: `${name} (${REPORTS[type].label})`,
      text: textOf(user.firstname, user.dashboard_name, due, address, content !== null, publicUrl),
      ...(content === null
        ? {}
        : {
            attachment: {
              filename: reportFileName(type, at.toISOString(), format),
              mediaType: opened.value.mediaType,
              content,
            },
          }),
    })
    return { kind: 'sent' }
  } catch {
    // the error's text may quote the mail
    log.warn({ id: due.id, tries: due.tries }, 'A scheduled report could not be mailed')
    const fault = 'The mail could not be sent.'
    const inMinutes = AGAIN_AFTER_MINUTES[due.tries - 1]
    return inMinutes === undefined ? { kind: 'skipped', fault } : { kind: 'again', fault, inMinutes }
  }
}

const messageOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))

const decodeFilters = Schema.decodeUnknownOption(ReportFilters)

/** What the address of the screen narrows the report to; hours are those of its period until now. */
function scopeOf({ type, filters }: DueSchedule, at: Date) {
  const address = new URLSearchParams(filters)
  const known = Object.keys(ReportFilters.fields).flatMap(name => {
    const value = address.get(name)
    return value === null ? [] : [[name, value]]
  })
  const decoded = decodeFilters(Object.fromEntries(known))
  const scope = decoded._tag === 'Some' ? decoded.value : {}
  const days = Number(address.get('days') ?? DAYS_OF_HOURS)
  return type === 'hours' && Number.isInteger(days) && days > 0 && days < 10_000
    ? { ...scope, from: new Date(at.getTime() - days * DAY_MS).toISOString() }
    : scope
}

/** A file's bytes; null: it is too large to be mailed. */
async function contentOf({ bytes, stop }: ReportFile): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of bytes) {
      size += part.byteLength
      if (size > MOST_MAILED_BYTES) return null
      parts.push(part)
    }
    return Buffer.concat(parts)
  } finally {
    stop()
  }
}

function textOf(
  firstname: string,
  account: string,
  { name }: DueSchedule,
  address: string,
  isAttached: boolean,
  publicUrl: string,
): string {
  const where = isAttached
    ? `"${name}" of ${account} is attached.`
    : `"${name}" of ${account} is larger than 10 MB, too large for a mail. Download it from the report.`
  return `Hello ${firstname},\n\n${where}\n\nThe report: ${address}\nWhen you get this mail: ${publicUrl}/#/reports\n\nSample Desk\n`
}
