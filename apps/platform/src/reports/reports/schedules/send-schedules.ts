import { Forbidden, NotFound, Refused } from '@desk/api/errors'
import { reportFileName } from '@desk/schema/reports/report-file'
import { idsInAddress, isIdFilter } from '@desk/schema/reports/report-address'
import { ReportFilters, REPORTS, REPORTS_WITHOUT_DATES } from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Cause, Effect, Exit, Option, Schema } from 'effect'
import { refusalFor } from '#identity/accounts/access'
import { currentUserOf } from '#identity/sessions/current-user'
import { userFactsOf } from '#identity/sessions/user-facts'
import { Database } from '#kernel/db/database'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import type { Message } from '#kernel/mail/mail'
import type { FileNote, StreamedFile } from '#kernel/downloads/file-column'
import { openReportFile } from '../files/report-file.ts'
import { beginMailing, claimDue, settle, type DueSchedule, type Ending } from './due.store.ts'

export interface SchedulePorts {
  readonly database: DeskDatabase
  readonly log: Log
  readonly publicUrl: string
  readonly internalAccountId: number
  /** Tries once to send a mail; rejects when it could not be sent. */
  readonly deliver: (message: Message) => Promise<void>
  readonly now: () => Date
  /** Whether the process ends: nothing more is begun. */
  readonly isStopped: () => boolean
}

/** A larger file is not mailed: most mailboxes refuse it. */
const MOST_MAILED_BYTES = 10_000_000
/** After these pauses a mail that failed is tried again, then at its next time. */
const AGAIN_AFTER_MINUTES = [5, 30, 120] as const
const DAY_MS = 86_400_000
const DAYS_OF_HOURS = 7

/** Mails the reports that are due; several processes share them. @returns how many were dealt with */
export async function sendSchedules(ports: SchedulePorts): Promise<number> {
  const { database, now, isStopped } = ports
  for (let count = 0; ; count++) {
    if (isStopped()) return count
    // the time of each, since those before it took some
    const at = now()
    const due = await database.asSystem(tx => claimDue(tx, at))
    if (due === null) return count
    const ending = due.isDoubtful ? DOUBTFUL : await send(ports, due, at)
    if (ending !== null) await database.asSystem(tx => settle(tx, due, now(), ending))
  }
}

const DOUBTFUL: Ending = {
  kind: 'skipped',
  fault: 'Sample Desk stopped while it was mailed. It may have arrived, and is not sent twice.',
}

/** Makes a report's file and mails it. @returns null: the schedule was edited or deleted in between */
async function send(ports: SchedulePorts, due: DueSchedule, at: Date): Promise<Ending | null> {
  const { database, internalAccountId } = ports
  const { owner, accountId, type, format } = due
  const user = owner && currentUserOf(userFactsOf(owner), internalAccountId)
  if (user === null || !(user.is_super_admin || user.settings.some(({ pm_dsh_ud }) => pm_dsh_ud === accountId)))
    return { kind: 'stopped', fault: 'Its owner is no longer a user of this account.' }
  const refusal = refusalFor(user, 'open projects')
  if (refusal !== null) return { kind: 'skipped', fault: refusal }
  let file: StreamedFile & { readonly notes: readonly FileNote[] }
  let content: Buffer | null
  try {
    const opened = await Effect.runPromiseExit(
      openReportFile(Database.over(database), type, scopeOf(due, at), format, {
        accountId,
        user,
        view: user.streamViewType,
        asOf: at,
      }),
    )
    if (Exit.isFailure(opened)) {
      const failure = Cause.squash(opened.cause)
      const fault = faultOf(failure)
      if (fault === null) throw failure
      return { kind: 'skipped', fault }
    }
    file = opened.value
    content = await contentOf(file)
  } catch (error) {
    ports.log.warn({ err: error, id: due.id, tries: due.tries }, 'A scheduled report could not be made')
    return againOr(due, 'The report could not be made.')
  }
  return mail(ports, due, user, file.notes, content === null ? null : { content, mediaType: file.mediaType })
}

/** Why a report is refused, which does not change by trying again; null: it is not. */
function faultOf(failure: unknown): string | null {
  if (failure instanceof NotFound) return 'The object of its filter no longer exists.'
  return failure instanceof Forbidden || failure instanceof Refused ? failure.message : null
}

/** @param file null: it is too large to be mailed */
async function mail(
  { database, log, publicUrl, deliver }: SchedulePorts,
  due: DueSchedule,
  user: CurrentUser,
  notes: readonly FileNote[],
  file: Pick<NonNullable<Message['attachment']>, 'content' | 'mediaType'> | null,
): Promise<Ending | null> {
  const { type, name, format } = due
  if (!(await database.asSystem(tx => beginMailing(tx, due)))) return null
  try {
    await deliver({
      to: user.username,
      subject: `${name} (${REPORTS[type].label})`,
      text: textOf(user, due, notes, file !== null, publicUrl),
      messageId: `<report-${due.id}-${due.plannedAt.getTime()}@${new URL(publicUrl).hostname}>`,
      ...(file === null ? {} : { attachment: { filename: reportFileName(type, due.today, format), ...file } }),
    })
    return { kind: 'sent' }
  } catch {
    // the error's text may quote the mail
    log.warn({ id: due.id, tries: due.tries }, 'A scheduled report could not be mailed')
    return againOr(due, 'The mail could not be sent.')
  }
}

/** It is tried again, or given up until the next time. */
function againOr({ tries }: DueSchedule, fault: string): Ending {
  const inMinutes = AGAIN_AFTER_MINUTES[tries - 1]
  return inMinutes === undefined ? { kind: 'skipped', fault } : { kind: 'again', fault, inMinutes }
}

const decodeFilters = Schema.decodeUnknownOption(ReportFilters)

/**
 * The report's narrowing from the address of the screen: each choice by itself, since the screen too passes over
 * unknown ones. A period is of so many days until now, or by the calendar.
 */
function scopeOf({ type, filters }: DueSchedule, at: Date): ReportFilters {
  const address = new URLSearchParams(filters)
  const choices = Object.keys(ReportFilters.fields).map(name => {
    const text = address.get(name)
    if (text === null) return {}
    if (!isIdFilter(name)) return Option.getOrElse(decodeFilters({ [name]: text }), () => ({}))
    const ids = idsInAddress(text)
    return ids.length === 0 ? {} : { [name]: ids }
  })
  const { period, ...scope }: ReportFilters = Object.assign({}, ...choices)
  if (REPORTS_WITHOUT_DATES.has(type) || scope.from !== undefined || scope.to !== undefined) return scope
  if (period !== undefined) return { ...scope, period }
  const days = Number(address.get('days') ?? (type === 'hours' ? DAYS_OF_HOURS : 'none'))
  return Number.isInteger(days) && days > 0 && days < 10_000
    ? { ...scope, from: new Date(at.getTime() - days * DAY_MS).toISOString() }
    : scope
}

/** A file's bytes; null: it is too large to be mailed. */
async function contentOf({ bytes, stop }: StreamedFile): Promise<Buffer | null> {
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
  { firstname, dashboard_name: account }: CurrentUser,
  { type, filters, name }: DueSchedule,
  notes: readonly FileNote[],
  isAttached: boolean,
  publicUrl: string,
): string {
  const address = `${publicUrl}/#/reports/${type}${filters === '' ? '' : `?${filters}`}`
  const where = isAttached
    ? `"${name}" of ${account} is attached.`
    : `"${name}" of ${account} is larger than 10 MB, too large for a mail. Download it from the report.`
  const about = notes.map(([note, words]) => `${note}: ${words}`).join('\n')
  return `Hello ${firstname},\n\n${where}\n\n${about}\n\nThe report: ${address}\nTo change or stop this mail, choose Schedules on any report: ${publicUrl}/#/reports\n\nSample Desk\n`
}
