import { Schema } from 'effect'
import { Erasure, ErasureForm, ErasureScope } from '../erasure/erasure.ts'
import { Objection, NewObjection } from './objections.ts'
import { SubjectAccess } from './subject-access.ts'

/** The most erasures of one supplier that wait for a decision. */
export const SUPPLIER_ERASURES_MAX = 100
/** The most objections in force that one supplier recorded itself. */
export const SUPPLIER_OBJECTIONS_MAX = 1_000

/** A supplier's request to erase its own respondents, by its ids or by RDUDs. */
export const SupplierErasureForm = Schema.Struct({
  ids: ErasureForm.fields.ids,
  rule: ErasureForm.fields.rule,
  reference: ErasureForm.fields.reference,
})
export type SupplierErasureForm = typeof SupplierErasureForm.Type

const { erasure_ud, state, rule, reference, requested_at, decided_at, done_at } = Erasure.fields
const { respondents, unknown, in_survey, in_dispute } = ErasureScope.fields

/** A supplier's erasure, as the supplier sees it. */
export const SupplierErasure = Schema.Struct({
  erasure_ud,
  state,
  rule,
  reference,
  respondents,
  unknown,
  in_survey,
  in_dispute,
  requested_at,
  decided_at,
  done_at,
})
export type SupplierErasure = typeof SupplierErasure.Type

const { objection_id, rid, made_at, withdrawn_at } = Objection.fields

export const NewSupplierObjection = Schema.Struct({ rid: NewObjection.fields.rid })

/** An objection of a supplier's respondent, as the supplier sees it. */
export const SupplierObjection = Schema.Struct({ objection_id, rid, made_at, withdrawn_at })
export type SupplierObjection = typeof SupplierObjection.Type

const entry = SubjectAccess.fields.entries.value.fields
const event = SubjectAccess.fields.events.value.fields

/** All that an account stores about a supplier's respondent, without its studies, rules and lists. */
export const SupplierSubject = Schema.Struct({
  rid,
  entries: Schema.Array(
    Schema.Struct({
      rdud: entry.rdud,
      code: entry.code,
      is_test: entry.is_test,
      entered_at: entry.entered_at,
      ended_at: entry.ended_at,
      interview_seconds: entry.interview_seconds,
      address: entry.address,
      fingerprint: entry.fingerprint,
    }),
  ),
  events: Schema.Array(
    Schema.Struct({
      rdud: event.rdud,
      at: event.at,
      from_code: event.from_code,
      to_code: event.to_code,
      country: event.country,
      language: event.language,
      answers: event.answers,
    }),
  ),
  objections: Schema.Array(SupplierObjection),
  is_partial: SubjectAccess.fields.is_partial,
})
export type SupplierSubject = typeof SupplierSubject.Type
