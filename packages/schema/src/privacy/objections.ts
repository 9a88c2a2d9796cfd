import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant } from '../ids/ids.ts'

/** The most objections in force of an account: each batch of the door knows them all. */
export const OBJECTIONS_MAX = 10_000

/** A person, by a supplier's ID, who objected to being judged across studies. */
export const Objection = Schema.Struct({
  objection_id: Id,
  supplier_id: Id,
  supplier: Schema.String,
  rid: Schema.String,
  made_by: Schema.NullOr(Schema.String),
  made_at: IsoInstant,
  withdrawn_by: Schema.NullOr(Schema.String),
  /** Null: it is in force. */
  withdrawn_at: Schema.NullOr(IsoInstant),
})
export type Objection = typeof Objection.Type

/** A new objection. */
export const NewObjection = Schema.Struct({
  supplier_id: Id,
  rid: requiredText({ label: 'Supplier ID of the respondent' }),
})
export type NewObjection = typeof NewObjection.Type
