import { Refused } from '@desk/api/errors'
import type { ReconciliationPreviewForm, ReconciliationUpload } from '@desk/schema/reconciliation/reconciliation-forms'
import { readAsOf, type ReadAs } from '@desk/schema/sent-tables/table-reading'
import { Clock, Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import type { Calling } from '#kernel/http/requester'
import { readSentList } from '#ledger/sent-lists/read-list'
import type { GiveWay } from '#ledger/batches/right-of-way'
import type { WorkInProgress, WorkOf } from './progress.ts'
import { keepFailed, takeForm, takeList, type ReadList } from './make-request.ts'

/** Longest time of one statement: 100,000 rows take seconds on a quiet machine. */
export const STATEMENT_TIMEOUT_MS = 60_000

/** Of what a preview works it waits so much for entrants and returns: more made it seconds longer, and them no quicker (docs/decisions/0055). */
export const PREVIEW_WAITED_OF_WORKED = 0.25

/** By a thread of its own: of 20 MB it takes a while. */
const sha256Of = async (bytes: Buffer<ArrayBuffer>): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes))

/** Whether a text is base64, by its decoded bytes: decoding leaves out each sign that is none of its letters. */
function isBase64(text: string, read: Buffer): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const letters = text.length - padding
  return letters % 4 !== 1 && read.length === Math.floor((letters * 3) / 4)
}

/** Stores a file, reads and previews it (api:R3). */
export const upload = Effect.fn('Reconciliation.upload')(function* (
  database: Database['Service'],
  progress: WorkInProgress,
  giveWay: GiveWay,
  caller: Calling,
  projectId: number,
  { file, again, delimiter, sheet, head_row, ...form }: ReconciliationUpload,
) {
  // 20 MB are read in several steps: requests that came in between are answered
  yield* Effect.promise(giveWay)
  const bytes = Buffer.from(file.base64, 'base64')
  if (!isBase64(file.base64, bytes)) return yield* refuse('file', 'The file is not in base64.')
  yield* Effect.promise(giveWay)
  const sha256 = yield* Effect.promise(() => sha256Of(bytes))
  const asked = readAsOf({ delimiter, sheet, head_row })
  const list = yield* readSentList(caller.accountId, { input: bytes, asked }, giveWay)
  return yield* take(
    database,
    progress,
    giveWay,
    caller,
    projectId,
    { ...form, version: form.version ?? 'old', again: again === 'true' },
    { kind: 'file', filename: file.filename, bytes, sha256, list },
    asked,
  )
})

/** Previews pasted text, ticked respondents, an undo, or an existing request again (api:R10). */
export const previewForm = Effect.fn('Reconciliation.preview')(function* (
  database: Database['Service'],
  progress: WorkInProgress,
  giveWay: GiveWay,
  caller: Calling,
  form: ReconciliationPreviewForm,
) {
  if (form.text === undefined)
    return yield* actFor(
      database,
      caller,
      ['reconciliation.preview', form],
      (tx, actor) =>
        progress.during(workOf(caller, form.pm_proj_ud), tell => takeForm(tx, actor, form, { tell, giveWay })),
      'account',
      STATEMENT_TIMEOUT_MS,
    )
  const asked = readAsOf(form)
  const read = yield* readSentList(caller.accountId, { input: form.text, asked }, giveWay)
  const reason = form.reason_code
  const list =
    typeof read === 'string' || reason === undefined
      ? read
      : {
          ...read,
          lines: read.lines.map(line =>
            line.reasonCode === null && !line.isBadReason ? { ...line, reasonCode: reason } : line,
          ),
        }
  // a text is no file that a user may have sent before by mistake
  const bytes = Buffer.from(form.text)
  const sha256 = yield* Effect.promise(() => sha256Of(bytes))
  const sent = { kind: 'text' as const, filename: null, bytes, sha256, list }
  return yield* take(database, progress, giveWay, caller, form.pm_proj_ud, { ...form, again: true }, sent, asked)
})

const take = Effect.fn('Reconciliation.take')(function* (
  database: Database['Service'],
  progress: WorkInProgress,
  giveWay: GiveWay,
  caller: Calling,
  projectId: number,
  form: Parameters<typeof takeList>[3],
  sent: ReadList,
  readAs: ReadAs,
) {
  const { mode, version, note, purchase_order, again } = form
  const asked = [
    projectId,
    sent.kind,
    sent.filename,
    sent.sha256.toString('hex'),
    readAs,
    mode,
    version,
    note,
    purchase_order,
    again,
  ]
  const taken = actFor(
    database,
    caller,
    ['reconciliation.upload', ...asked],
    (tx, actor) =>
      progress.during(workOf(caller, projectId), tell => takeList(tx, actor, projectId, form, sent, { tell, giveWay })),
    'account',
    STATEMENT_TIMEOUT_MS,
  )
  const { list } = sent
  if (typeof list !== 'string') return yield* taken
  // what could not be read stays as a failed request
  return yield* Effect.tapError(taken, error =>
    error instanceof Refused ? failed(database, caller, projectId, form, sent, list) : Effect.void,
  )
})

const failed = Effect.fn('Reconciliation.failed')(function* (
  database: Database['Service'],
  caller: Calling,
  projectId: number,
  form: Parameters<typeof takeList>[3],
  sent: ReadList,
  fault: string,
) {
  const actor: Actor = { ...caller, at: new Date(yield* Clock.currentTimeMillis) }
  yield* database.asAccount(caller.accountId, tx => keepFailed(tx, actor, projectId, form, sent, fault))
})

/** Whose progress the work of a call is. */
export const workOf = ({ accountId, user }: Calling, projectId: number): WorkOf => ({
  accountId,
  userId: user.uid,
  projectId,
})

const refuse = (field: string, message: string): Refused =>
  new Refused({ message, details: [{ path: [field], message }] })
