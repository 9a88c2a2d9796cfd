import { Schema } from 'effect'
import { MarkList } from '../defender/mark-lists.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'
import { Objection } from './objections.ts'

/** The most rows of each part of an answer; the latest ones. */
export const SUBJECT_ROWS_MAX = 500

const nullable = <S extends Schema.Top>(schema: S) => Schema.NullOr(schema)

/** All that an account stores about one respondent: their entries by a supplier's ID, and the rows that name them. */
export const SubjectAccess = Schema.Struct({
  /** Null: they came without a supplier. */
  supplier_id: nullable(Id),
  supplier: nullable(Schema.String),
  rid: Schema.String,
  entries: Schema.Array(
    Schema.Struct({
      rdud: Schema.String,
      stmid: Id,
      source_name: Schema.String,
      survey_name: Schema.String,
      project_name: Schema.String,
      code: RespondentCode,
      is_test: Schema.Boolean,
      entered_at: IsoInstant,
      ended_at: nullable(IsoInstant),
      interview_seconds: nullable(Schema.Int),
      /** Null: it had none, or its period of storage is over. */
      address: nullable(Schema.String),
      fingerprint: nullable(Schema.String),
    }),
  ),
  events: Schema.Array(
    Schema.Struct({
      rdud: Schema.String,
      at: IsoInstant,
      from_code: nullable(RespondentCode),
      to_code: RespondentCode,
      country: nullable(Schema.String),
      language: nullable(Schema.String),
      answers: nullable(Schema.Json),
      detail: nullable(Schema.Json),
    }),
  ),
  verdicts: Schema.Array(
    Schema.Struct({
      rdud: Schema.String,
      at: IsoInstant,
      rule: Schema.String,
      refused: Schema.Boolean,
      threshold: Schema.String,
      value: Schema.String,
    }),
  ),
  /** Entries of block and watch lists with an address or fingerprint of theirs. */
  listed: Schema.Array(
    Schema.Struct({
      list: MarkList,
      value: Schema.String,
      note: nullable(Schema.String),
      added_at: IsoInstant,
      removed_at: nullable(IsoInstant),
    }),
  ),
  statement_lines: Schema.Array(
    Schema.Struct({ rdud: Schema.String, scope: Schema.String, month: Schema.String, line: Schema.Int }),
  ),
  recontact: Schema.Array(
    Schema.Struct({ stmid: Id, source_name: Schema.String, added_at: IsoInstant, removed_at: nullable(IsoInstant) }),
  ),
  reconciliation_rows: Schema.Array(
    Schema.Struct({ rdud: Schema.String, reconciliation_ud: Id, line: Schema.Int, outcome: nullable(Schema.String) }),
  ),
  objections: Schema.Array(Objection),
  /** A part has more rows than `SUBJECT_ROWS_MAX`. */
  is_partial: Schema.Boolean,
})
export type SubjectAccess = typeof SubjectAccess.Type
