import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'
import { SOURCE_ON_WIRE } from '../sources/source.ts'
import { HeldBy } from '../statuses/held-by.ts'
import { StatusCode } from '../statuses/status.ts'

/** The objects that the palette finds. */
export const SearchScope = Schema.Literals(['project', 'survey', 'source', 'supplier', 'qualification'])
export type SearchScope = typeof SearchScope.Type

/** At most so many of each kind. */
export const SEARCH_HITS_MAX = 8
export const SEARCH_TEXT_MAX_LENGTH = 200

/** One search hit, with what distinguishes it from others of the same name and the ids for its address. */
export const SearchHit = Schema.Struct({
  scope: SearchScope,
  id: Id,
  name: Schema.String,
  /** A project's number, the project of a survey, the survey of a source, a qualification's precode; null for a supplier. */
  detail: Schema.NullOr(Schema.String),
  statusid: Schema.NullOr(StatusCode),
  /** The objects that hold up the traffic of a live survey or source. */
  held_by: Schema.NullOr(HeldBy),
  pm_proj_ud: Schema.NullOr(Id),
  pm_sy_ud: Schema.NullOr(Id),
  type: Schema.NullOr(Schema.Literals(['diy', 'classic', 'lucid'])),
})
export type SearchHit = typeof SearchHit.Type

/** A respondent whose RDUD or rid equals the whole text, with the source they entered. */
export const RespondentHit = Schema.Struct({
  rdud: Schema.String,
  rid: Schema.String,
  code: RespondentCode,
  stmid: Id,
  source_name: Schema.String,
  pm_sy_ud: Id,
  pm_proj_ud: Id,
}).pipe(Schema.encodeKeys({ source_name: SOURCE_ON_WIRE.name }))
export type RespondentHit = typeof RespondentHit.Type

/**
 * The results, the best of each kind first; `corrected` is the search text after correcting words that match nothing.
 */
export const SearchAnswer = Schema.Struct({
  hits: Schema.Array(SearchHit),
  respondents: Schema.Array(RespondentHit),
  corrected: Schema.NullOr(Schema.String),
})
export type SearchAnswer = typeof SearchAnswer.Type
