import type { ReconcilableCode } from '@desk/machines/respondent/respondent.events'
import type { RuleSetter } from '@desk/schema/defender/in-force'
import type { RespondentCode } from '@desk/schema/respondents/state'
import type { DeviceTypeId } from '@desk/schema/surveys/device-types'
import type { LinkParameters } from './link-parameters.ts'

/** Why a respondent was turned away, as Explain shows it. */
export interface Refusal {
  readonly rule: string
  readonly threshold: string
  readonly value: string
}

/** A respondent follows a supplier's link. */
export interface EntryOperation {
  readonly kind: 'enter'
  readonly atMs: number
  readonly sourceId: number
  /** Null: the link names none; the source's only supplier is meant. */
  readonly supplierId: number | null
  readonly rid: string
  readonly testToken: string | null
  /** The RDUD's hex that a valid personal link names (docs/decisions/0060). */
  readonly invitation: string | null
  readonly fingerprint: string | null
  /** An IP address, already checked to be one. */
  readonly address: string | null
  /** ISO 3166 alpha-2, from the header that the configuration names; null when unknown. */
  readonly country: string | null
  /** ISO 639, the first that the browser asks for; null when it asks for none. */
  readonly language: string | null
  readonly device: DeviceTypeId
  readonly fromDatacentre: boolean
  readonly parameters: LinkParameters
}

/** A past respondent, whose checks are done; only for the demo's history. */
export interface PastEntryOperation {
  readonly kind: 'entered'
  readonly atMs: number
  readonly sourceId: number
  readonly supplierId: number | null
  readonly hex: string
  readonly rid: string
  readonly isTest: boolean
  readonly code: 11 | 20 | 21 | 22
  readonly refusal: Refusal | null
  /** Whose setting of a Defender rule refused them. */
  readonly setBy?: RuleSetter
  readonly address: string | null
  readonly fingerprint: string | null
}

/** The survey sends a respondent back, through the browser or server-to-server. */
export interface ReturnOperation {
  readonly kind: 'return'
  readonly atMs: number
  readonly hex: string
  readonly inboundCode: string
  readonly viaServer: boolean
  /** All parameters of the return; null for a past one, whose hash is already judged. */
  readonly parameters: LinkParameters | null
  /** The query or form body that the parameters were read from; null when they came as JSON. */
  readonly sent: string | null
}

/** A respondent's time has run out (§4.4), or that of their place in a sub-quota. */
export interface AbandonOperation {
  readonly kind: 'abandon'
  readonly atMs: number
  readonly hex: string
}

/** The state in which a reconciliation or its undo saw a respondent; another state now, and nothing is changed. */
interface SeenRespondent {
  readonly code: RespondentCode
  readonly endedAtMs: number | null
}

/** A reconciliation rejects a complete, or accepts another state as one (settlement.md §1). */
export interface ReconcileOperation {
  readonly kind: 'reconcile'
  readonly atMs: number
  readonly hex: string
  readonly verdict: 'rejected' | 'accepted'
  /** The client's reason, such as 931. */
  readonly reason: number
  readonly requestId: number
  readonly expected: SeenRespondent
}

/** A reconciliation is undone: the respondent is as before it, to the hour and the cent. */
export interface RestoreOperation {
  readonly kind: 'restore'
  readonly atMs: number
  readonly hex: string
  /** Of the request that undoes. */
  readonly requestId: number
  readonly expected: SeenRespondent
  readonly to: { readonly code: ReconcilableCode; readonly endedAtMs: number | null }
}

export type LedgerOperation = EntryOperation | PastEntryOperation | ReturnOperation | AbandonOperation
export type AdjustmentOperation = ReconcileOperation | RestoreOperation

/** The respondent is redirected; without a URL our own page says that the survey is closed. */
export interface Sent {
  readonly kind: 'sent'
  readonly hex: string
  readonly code: RespondentCode
  /** The redirect's type; null while the survey is the respondent's to finish. */
  readonly outcome: string | null
  readonly address: string | null
  /** A repeat: this entry or return changed nothing. */
  readonly repeat: boolean
  readonly late: boolean
}

export interface NotFound {
  readonly kind: 'not_found'
  readonly what: 'source' | 'supplier' | 'no_supplier' | 'test_link' | 'personal_link' | 'respondent'
}

/** A personal link was used before: its user is not sent on, and the attempt is recorded. */
export interface LinkUsed {
  readonly kind: 'link_used'
  readonly hex: string
}

/** The respondent is not as the reconciliation saw it, or cannot be so adjusted: nothing was changed. */
export interface Moved {
  readonly kind: 'moved'
  readonly hex: string
}

/** The respondent was rejected, accepted, or restored. */
export interface Adjusted {
  readonly kind: 'adjusted'
  readonly hex: string
  readonly from: RespondentCode
  readonly to: RespondentCode
  readonly cpiCents: number | null
  readonly sellPriceCents: number | null
}

export type LedgerOutcome = Sent | LinkUsed | NotFound
export type AdjustmentOutcome = Adjusted | Moved
