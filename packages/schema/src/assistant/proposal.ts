import { Schema } from 'effect'
import { AssistantPlace } from './figure-token.ts'

/** Actions that the assistant may propose. */
export const ProposalKind = Schema.Literals(['status', 'price', 'target', 'allocation', 'alert_rule', 'reconciliation'])
export type ProposalKind = typeof ProposalKind.Type

/**
 * A change that the assistant proposes, and never makes: the screen at `link` opens its usual confirmation with `change` filled in, and
 * sends `version` and `idempotency_key` with the usual call, under the header `THROUGH_HEADER`.
 */
export const Proposal = Schema.Struct({
  kind: ProposalKind,
  title: Schema.String,
  scope: AssistantPlace,
  link: Schema.String,
  /** The fields of the usual call that change, by their wire names. */
  change: Schema.Record(Schema.String, Schema.Json),
  /** The sentences of the confirmation about this change, as of the question; left out: there are none. */
  notes: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The version that the proposal saw; null: the call takes none. */
  version: Schema.NullOr(Schema.Int),
  idempotency_key: Schema.String,
})
export type Proposal = typeof Proposal.Type

/** The header of a call that confirms a proposal, with the value `assistant`: the audit log then says so. */
export const THROUGH_HEADER = 'x-desk-through'
export const THROUGH_ASSISTANT = 'assistant'
