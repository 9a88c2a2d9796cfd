import type { RespondentCode } from '@desk/schema/respondents/state'
import type { StatusCode } from '@desk/schema/statuses/status'
import type { DeviceTypeId } from '@desk/schema/surveys/device-types'
import type { Condition } from '@desk/schema/respondents/conditions'
import type { LoiPointer } from './loi-median.ts'
import type { EntryOperation } from './ledger-operations.ts'
import type { RedirectUrls } from './redirects.ts'

export const SCOPES = { project: 1, survey: 2, source: 3 } as const
export type Scope = (typeof SCOPES)[keyof typeof SCOPES]

export interface QuotaFacts {
  readonly quotaNo: number
  readonly name: string
  readonly conditions: readonly Condition[]
  readonly target: number
  readonly completes: number
  readonly inflight: number
}

export interface DefenderRule {
  readonly rule: 'duplicate_fingerprint' | 'duplicate_ip' | 'country' | 'datacentre'
  readonly threshold: number | null
  readonly windowHours: number | null
  /** A shadow rule judges and is kept, and refuses nobody. */
  readonly mode: 'refuse' | 'shadow'
}

/** What must act on the very next respondent: read in every batch's transaction. */
export interface SourceState {
  readonly sourceId: number
  readonly surveyId: number
  readonly projectId: number
  readonly status: StatusCode
  readonly surveyStatus: StatusCode
  readonly projectStatus: StatusCode
  readonly target: number
  readonly surveyTarget: number
  readonly supplyPriceCents: number | null
  /** The survey's own, else the project's. */
  readonly sellPriceCents: number | null
  readonly outOfFieldAtMs: number | null
  readonly completesThisHour: number
}

/** How a source is set up: kept until it is edited (study-setups.ts). */
export interface SourceSetup {
  readonly type: 'diy' | 'classic' | 'lucid'
  readonly calculationType: number
  readonly clickBalancing: boolean
  readonly pacing: number
  readonly testToken: string
  readonly surveyUrl: string | null
  readonly loiMinutes: number
  readonly irPercent: number
  readonly country: string | null
  /** The kinds of device that the survey takes (§3.29). */
  readonly devices: readonly DeviceTypeId[]
  readonly autoPauseRules: readonly string[]
  /** Price agreed with each supplier of the source; null: the source's own. */
  readonly supplierPricesCents: ReadonlyMap<number, number | null>
  /** The source's own, each in place of its suppliers' redirect of the type; null: it has none. */
  readonly redirects: RedirectUrls | null
  readonly qualifications: readonly { readonly name: string; readonly condition: Condition }[]
  readonly rules: readonly DefenderRule[]
}

/** What the door and the price of a complete need to know of a source. */
export interface SourceFacts extends SourceState, SourceSetup {
  readonly quotas: readonly QuotaFacts[]
}

export interface SupplierFacts {
  readonly cpiCents: number
  readonly redirects: RedirectUrls
}

/** A rollup row as it stands under the batch's lock. */
export interface RollupFacts {
  readonly scope: Scope
  readonly scopeId: number
  readonly version: number
  readonly entrants: number
  readonly completes: number
  readonly inflight: number
  readonly loi: LoiPointer
}

/** A respondent's row, as far as it matters to what happens next. */
export interface RespondentRow {
  readonly hex: string
  /** Where the row lies in its table, as long as the batch's transaction holds its locks; null for one who has just come. */
  readonly place: string | null
  readonly sourceId: number
  readonly supplierId: number | null
  readonly rid: string
  readonly isTest: boolean
  readonly quotaNo: number | null
  /** The place in that quota was given to others while the respondent was still in progress. */
  readonly placeFreed: boolean
  readonly inSurveyAtMs: number | null
  readonly abandonAtMs: number | null
  readonly code: RespondentCode
  readonly late: boolean
  /** The final state was told server-to-server, by a return that is believed. */
  readonly viaServer: boolean
  readonly interviewSeconds: number | null
  readonly cpiCents: number | null
  readonly sellPriceCents: number | null
  readonly endedAtMs: number | null
}

/** What is kept of an entry beside it, and never changes. */
export interface Arrival {
  readonly enteredAtMs: number
  /** Until when a place in a sub-quota is kept; null: there is none, or it ends with the respondent's time. */
  readonly placeUntilMs: number | null
  readonly loiStatedSeconds: number
  readonly address: string | null
  readonly fingerprint: string | null
  readonly surveyId: number
  readonly projectId: number
}

/** Others of the survey that an entrant may be a duplicate of; null: no rule asks. */
export interface Duplicates {
  readonly sameFingerprint: number | null
  readonly sameAddress: number | null
}

/** What the door knew of an entrant: it stands in the line of the entry, and never changes. */
export interface EntryFacts
  extends Duplicates, Pick<EntryOperation, 'country' | 'language' | 'device' | 'fromDatacentre'> {
  /** What was answered to the qualifications and sub-quotas of the source, by parameter; null: it has none. */
  readonly answers: Readonly<Record<string, string>> | null
  /** The version of what the door judged by (docs/decisions/0032). */
  readonly doorVersion: number
}

/** Everything that a batch is judged by. */
export interface BatchFacts {
  /** The account's number of edits of what the door judges by. */
  readonly doorVersion: number
  readonly sources: ReadonlyMap<number, SourceFacts>
  readonly suppliers: ReadonlyMap<number, SupplierFacts>
  readonly rollups: ReadonlyMap<string, RollupFacts>
  readonly respondents: readonly RespondentRow[]
  readonly hashRequired: boolean
  /** A server-to-server return overrules unsigned as well. */
  readonly unsignedOverrule: boolean
  readonly hashSecrets: readonly string[]
  /** By the operation's number in the batch. */
  readonly duplicates: ReadonlyMap<number, Duplicates>
}

export function rollupKey(scope: Scope, scopeId: number): string {
  return `${scope}:${scopeId}`
}
