import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Forbidden } from '@desk/api/errors'
import type { Objection } from '@desk/schema/privacy/objections'
import type { SupplierErasure, SupplierObjection } from '@desk/schema/privacy/supplier-privacy'
import { SUBJECT_ROWS_MAX } from '@desk/schema/privacy/subject-access'
import type { Erasure } from '@desk/schema/erasure/erasure'
import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actByLink, originOfLink } from '#kernel/edits/act-by-link'
import { settled } from '#kernel/edits/outcome'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import type { Requester } from '#kernel/http/requester'
import { pageOf } from '#kernel/lists/page'
import { requestByLink } from '../erasure/decide-erasure.ts'
import { listErasuresOf } from '../erasure/erasures.store.ts'
import { objectionsOf } from '../objections/objections.store.ts'
import { findSubject, readParts } from '../subject-access/subject-access.store.ts'
import { recordAccess } from '../subject-access/record-access.ts'
import { linkAccess } from './link-access.ts'
import { objectByLink, withdrawByLink } from './object-by-link.ts'

const READ_TIMEOUT_MS = 30_000
const ONE_MONTH = 'This link opens one month alone. Please ask the sender for a link of all months.'

const erasureOf = ({ scope, ...erasure }: Erasure): SupplierErasure => ({
  erasure_ud: erasure.erasure_ud,
  state: erasure.state,
  rule: erasure.rule,
  reference: erasure.reference,
  respondents: scope.respondents,
  unknown: scope.unknown,
  in_survey: scope.in_survey,
  in_dispute: scope.in_dispute,
  requested_at: erasure.requested_at,
  decided_at: erasure.decided_at,
  done_at: erasure.done_at,
})

const objectionOf = ({ objection_id, rid, made_at, withdrawn_at }: Objection): SupplierObjection => ({
  objection_id,
  rid,
  made_at,
  withdrawn_at,
})

/** The calls of a supplier's link about people: each is of the link's own supplier, whatever the call says. */
export const supplierPrivacyHandlers = handlersOf(
  'supplierPrivacy',
  Effect.gen(function* () {
    const database = yield* Database
    const { open: openLink } = linkAccess(database)
    const reading = { timeoutMs: READ_TIMEOUT_MS }

    const open = Effect.fn('SupplierPrivacy.open')(function* (authorization: string | undefined, from: Requester) {
      const link = yield* openLink(authorization, from)
      if (link.month !== null) return yield* new Forbidden({ message: ONE_MONTH })
      return { ...link, from }
    })

    return {
      /** The audit log has each answer, by an RDUD of the person. */
      access: Effect.fn('SupplierPrivacy.access')(function* ({ headers: { authorization }, query: { rid } }, from) {
        const link = yield* open(authorization, from)
        const { accountId, supplierId } = link
        const found = yield* database.readAsAccount(
          accountId,
          async tx => {
            const subject = await findSubject(tx, accountId, null, supplierId, rid)
            if (subject === undefined) return undefined
            const { entries, events } = await readParts(tx, accountId, subject)
            return { entries, events, objections: await objectionsOf(tx, accountId, subject) }
          },
          reading,
        )
        const { entries, events, objections } = yield* orNotFound(found)
        yield* database.asAccount(accountId, tx =>
          recordAccess(
            tx,
            { accountId, userId: null, at: link.at, origin: originOfLink(link) },
            entries[0]?.rdud ?? null,
          ),
        )
        return {
          rid,
          entries: entries
            .slice(0, SUBJECT_ROWS_MAX)
            .map(({ stmid: _id, source_name: _source, survey_name: _survey, project_name: _project, ...row }) => row),
          events: events.slice(0, SUBJECT_ROWS_MAX).map(({ detail: _detail, ...row }) => row),
          objections: objections.map(objectionOf),
          is_partial: entries.length > SUBJECT_ROWS_MAX || events.length > SUBJECT_ROWS_MAX,
        }
      }),
      erasures: Effect.fn('SupplierPrivacy.erasures')(function* ({ headers: { authorization }, query: page }, from) {
        const { accountId, supplierId } = yield* open(authorization, from)
        const found = yield* database.readAsAccount(accountId, tx =>
          listErasuresOf(tx, accountId, supplierId, pageOf(page)),
        )
        return found.map(erasureOf)
      }),
      requestErasure: Effect.fn('SupplierPrivacy.requestErasure')(function* (
        { headers: { authorization, [IDEMPOTENCY_KEY_HEADER]: key }, payload },
        from,
      ) {
        const link = yield* open(authorization, from)
        const requested = yield* database.asAccount(
          link.accountId,
          tx => actByLink(tx, { ...link, key }, ['erasure.request', payload], () => requestByLink(tx, link, payload)),
          reading,
        )
        return erasureOf(yield* settled(requested))
      }),
      object: Effect.fn('SupplierPrivacy.object')(function* (
        { headers: { authorization, [IDEMPOTENCY_KEY_HEADER]: key }, payload },
        from,
      ) {
        const link = yield* open(authorization, from)
        const made = yield* database.asAccount(link.accountId, tx =>
          actByLink(tx, { ...link, key }, ['objection', payload], () => objectByLink(tx, link, payload.rid)),
        )
        return objectionOf(yield* settled(made))
      }),
      withdrawObjection: Effect.fn('SupplierPrivacy.withdrawObjection')(function* (
        { headers: { authorization, [IDEMPOTENCY_KEY_HEADER]: key }, params: { id } },
        from,
      ) {
        const link = yield* open(authorization, from)
        const withdrawn = yield* database.asAccount(link.accountId, tx =>
          actByLink(tx, { ...link, key }, ['objection.withdraw', id], () => withdrawByLink(tx, link, id)),
        )
        return objectionOf(yield* settled(withdrawn))
      }),
    }
  }),
)
