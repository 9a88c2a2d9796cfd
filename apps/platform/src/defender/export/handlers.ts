import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import { exportColumns } from '@desk/schema/defender/export-columns'
import { exportFileName, type ExportFilters, type ExportFormat, type ExportLine } from '@desk/schema/defender/export'
import { may, type PermissionFacts } from '@desk/schema/permissions/permissions'
import { Clock, Effect } from 'effect'
import { originOf, recordAudit } from '#kernel/audit/record-audit'
import { Database, query as asQuery } from '#kernel/db/database'
import { csvFile, notesFile } from '#kernel/downloads/csv-file'
import { takePlace } from '#kernel/downloads/download-places'
import { BLANKS, MEDIA_TYPES, type FileNote } from '#kernel/downloads/file-column'
import { giveFile } from '#kernel/downloads/give-file'
import { jsonLinesFile } from '#kernel/downloads/json-lines-file'
import { readAllLines } from '#kernel/downloads/line-stream'
import { xlsxFile } from '#kernel/downloads/xlsx-file'
import { handlersOf } from '#kernel/http/contract-handlers'
import { hoursOf, instantOf, type Hours } from '../endings/ending-slots.ts'
import { exportLines, previewExport } from './export.ts'

const TITLE = 'Defender data'

const seesSupply = (user: PermissionFacts): boolean => may(user, 'see the supply side')

/** The hours that are asked for. A user who may not see suppliers cannot find them by a filter either. */
const judged = Effect.fn('DefenderExport.judged')(function* (filters: ExportFilters, user: PermissionFacts) {
  if (filters.supplier !== undefined && !seesSupply(user))
    return yield* refuse('supplier', 'Suppliers are not open to you')
  const hours = hoursOf(filters)
  return typeof hours === 'string' ? yield* refuse('until', hours) : hours
})

const refuse = (field: string, message: string): Refused =>
  new Refused({ message, details: [{ path: [field], message }] })

/** The notes about an export: its time, and its filters as they were asked for. */
const notesOf = (hours: Hours, filters: Omit<ExportFilters, 'from' | 'until'>, at: Date): readonly FileNote[] => [
  ['Table', TITLE],
  ['Entered from', instantOf(hours.first)],
  ['Entered until', instantOf(hours.end)],
  ...Object.entries(filters).map(([name, value]) => [`Filter: ${name}`, String(value)] as const),
  ['As of', at.toISOString()],
]

function fileBytes(
  format: ExportFormat,
  batches: AsyncIterable<readonly ExportLine[]>,
  user: PermissionFacts,
): AsyncIterable<Uint8Array> {
  const columns = exportColumns(seesSupply(user))
  switch (format) {
    case 'csv':
      return csvFile(columns, batches)
    case 'xlsx':
      return xlsxFile(TITLE, columns, batches)
    case 'jsonl':
      return jsonLinesFile(columns, batches)
  }
}

/** The desk's data of entrants, taken out as a file (§2.28, docs/decisions/0083). */
export const defenderExportHandlers = handlersOf(
  'defenderExport',
  Effect.gen(function* () {
    const database = yield* Database

    /**
     * The audit log records an export before the user gets the data: in the account whose data it is, and in their
     * own.
     */
    const audit = (
      caller: Caller,
      hours: Hours,
      { from: _from, until: _until, ...asked }: ExportFilters & { format: ExportFormat },
      at: Date,
    ) =>
      Effect.forEach([...new Set([caller.accountId, caller.user.pm_dsh_ud])], accountId =>
        database.asAccount(accountId, tx =>
          recordAudit(tx, {
            accountId,
            userId: caller.user.uid,
            at,
            origin: originOf(caller),
            act: 'exported',
            scope: 'defender_data',
            objectId: null,
            changes: Object.entries({ ...asked, from: instantOf(hours.first), until: instantOf(hours.end) }).map(
              ([field, to]) => ({ field, from: null, to }),
            ),
          }),
        ),
      )

    return {
      /** A file's preview: its first lines, and how many there are. */
      preview: Effect.fn('DefenderExport.preview')(function* ({ query }, { accountId, user }) {
        const hours = yield* judged(query, user)
        const { from: _from, until: _until, ...choice } = query
        const nowMs = yield* Clock.currentTimeMillis
        const { suppliers, rows, ...preview } = yield* database.readAsAccount(
          accountId,
          async (tx, behindMs) => ({
            ...(await previewExport(tx, accountId, hours, choice)),
            as_of: new Date(nowMs - behindMs).toISOString(),
          }),
          { mayBeBehind: true },
        )
        return seesSupply(user)
          ? { ...preview, rows, ...(suppliers === undefined ? {} : { suppliers }) }
          : { ...preview, rows: rows.map(({ supplier: _hidden, ...row }) => row) }
      }),
      /** All lines, as a file that comes while it is made. */
      file: Effect.fn('DefenderExport.file')(function* ({ query }, caller) {
        const { accountId, user } = caller
        const hours = yield* judged(query, user)
        const { from: _from, until: _until, format, ...choice } = query
        const at = new Date(yield* Clock.currentTimeMillis)
        const head = { name: exportFileName(at.toISOString(), format), mediaType: MEDIA_TYPES[format] }
        if (format === 'notes')
          return yield* giveFile({ ...head, bytes: notesFile(notesOf(hours, choice, at)), stop: () => undefined })
        // of the account of the session: one that defends another takes no place of that one's reports
        const leave = yield* takePlace(user.pm_dsh_ud)
        yield* Effect.onError(audit(caller, hours, { ...query, format }, at), () => Effect.sync(leave))
        const found = yield* asQuery(signal =>
          readAllLines(
            database.core,
            accountId,
            { all: tx => exportLines(tx, accountId, hours, choice) },
            { signal, onEnd: leave, mayBeBehind: true },
          ),
        )
        if (found === undefined) return yield* Effect.die(new Error('An export is of the whole account'))
        const { batches, stop } = found
        return yield* giveFile({
          ...head,
          bytes: fileBytes(format, batches, user),
          blank: BLANKS[format],
          stop,
        })
      }),
    }
  }),
)
