import type { ExcludedStates } from '@desk/schema/exclusions/exclusion'
import type { RuleSetter } from '@desk/schema/defender/in-force'
import type { DefenderRuleName } from '@desk/schema/respondents/door-rules'
import type { RespondentCode } from '@desk/schema/respondents/state'
import type { StatusCode } from '@desk/schema/statuses/status'
import type { DeviceTypeId } from '@desk/schema/surveys/device-types'
import type { Condition } from '@desk/schema/respondents/conditions'
import type { ArrivalPace } from './arrival-pace.ts'
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
  readonly rule: DefenderRuleName
  readonly threshold: number | null
  readonly windowHours: number | null
  /** A shadow rule is evaluated and recorded, and refuses no one. */
  readonly mode: 'refuse' | 'shadow'
  /** Whose setting it is (docs/decisions/0058). */
  readonly setBy: RuleSetter
}

/** Which of those whom a Defender rule would refuse are let in (docs/decisions/0069). */
export interface HoldOutSetup {
  readonly percent: number
  readonly isBillable: boolean
  readonly key: string
}

/** How a respondent who was let in against a rule counts, should they complete. */
export type HeldOut = 'unbilled' | 'billed'

/** Whom a source keeps out for work in other projects (docs/decisions/0057). */
export interface SampleExclusionRule {
  readonly projectIds: readonly number[]
  readonly states: ExcludedStates
  readonly lookBackDays: number
}

/** A respondent whom a source invites again, by their listed and their first RDUD. */
export interface InvitedPerson {
  readonly hex: string
  readonly firstHex: string
  readonly supplierId: number | null
}

/** An entry of the account's block or watch list that is in force (docs/decisions/0070). */
export interface ListedMark {
  readonly entryId: number
  readonly list: 'block' | 'watch'
  readonly kind: 'fingerprint' | 'address' | 'network'
  readonly value: string
}

/** Whether a supplier is excluded from the source's project, or from every project of the account. */
export type SupplierExclusionKind = 'project' | 'everywhere'

/** Facts that must affect the very next respondent: read in every batch's transaction. */
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

/** A source's setup: cached until it is edited (study-setups.ts). */
export interface SourceSetup {
  readonly surveyId: number
  readonly type: 'diy' | 'classic' | 'lucid'
  readonly calculationType: number
  readonly clickBalancing: boolean
  readonly pacing: number
  /** How places of its target, and of its survey's, are held (docs/decisions/0088). */
  readonly holdPlaces: number
  readonly surveyHoldPlaces: number
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
  /** Each supplier's share of the target, in percent. */
  readonly supplierShares: ReadonlyMap<number, number>
  /** The source's own redirects, which replace its suppliers' of the same type; null: none. */
  readonly redirects: RedirectUrls | null
  readonly qualifications: readonly { readonly name: string; readonly condition: Condition }[]
  /** Defender's rules for respondents without a supplier. */
  readonly rules: readonly DefenderRule[]
  /** The rules for the respondents of each of its suppliers. */
  readonly supplierRules: ReadonlyMap<number, readonly DefenderRule[]>
  /** Null: work in no other project keeps anybody out. */
  readonly exclusion: SampleExclusionRule | null
  /** The suppliers whose respondents it does not take. */
  readonly excludedSuppliers: ReadonlyMap<number, SupplierExclusionKind>
  readonly holdOut: HoldOutSetup
  /** Only respondents of its list enter, by their personal links. */
  readonly isRecontact: boolean
}

/** The facts of a source for the entry checks and the price of a complete. */
export interface SourceFacts extends SourceState, SourceSetup {
  readonly quotas: readonly QuotaFacts[]
}

export interface SupplierFacts {
  readonly cpiCents: number
  readonly redirects: RedirectUrls
}

/** A rollup row as read under the batch's lock. */
export interface RollupFacts {
  readonly scope: Scope
  readonly scopeId: number
  readonly version: number
  readonly entrants: number
  readonly completes: number
  readonly inflight: number
  readonly loi: LoiPointer
}

/** The part of a respondent's row that matters to later events. */
export interface RespondentRow {
  readonly hex: string
  /** The row's ctid, valid while the batch's transaction holds its locks; null for a new respondent. */
  readonly place: string | null
  readonly sourceId: number
  readonly supplierId: number | null
  readonly rid: string
  readonly isTest: boolean
  readonly quotaNo: number | null
  /** The place in that quota was freed while the respondent was still in progress. */
  readonly placeFreed: boolean
  readonly inSurveyAtMs: number | null
  readonly abandonAtMs: number | null
  readonly code: RespondentCode
  readonly late: boolean
  /** The final state came from a believed server-to-server return. */
  readonly viaServer: boolean
  readonly interviewSeconds: number | null
  readonly cpiCents: number | null
  readonly sellPriceCents: number | null
  readonly endedAtMs: number | null
  /** Null: not held out. */
  readonly heldOut: HeldOut | null
}

/** Constant facts of an entry. */
export interface Arrival {
  readonly enteredAtMs: number
  /** Until when a place in a sub-quota is reserved; null: there is none, or it ends with the respondent's time. */
  readonly placeUntilMs: number | null
  readonly loiStatedSeconds: number
  readonly address: string | null
  readonly fingerprint: string | null
  readonly surveyId: number
  readonly projectId: number
}

/** How many respondents an entrant may be one with; null: no rule needs it. */
export interface Duplicates {
  /** Of the survey. */
  readonly sameFingerprint: number | null
  readonly sameAddress: number | null
  /** Of the survey and the supplier, by another source. */
  readonly sameRid: number | null
  /** Of all the account's surveys in 24 hours. */
  readonly ofFingerprint: number | null
  readonly ofAddress: number | null
}

/** By what an entrant is found again in another project. */
export type SharedMark = 'rid' | 'fingerprint' | 'address'

/** The latest entry of the same person into an excluded project. */
export interface EarlierEntry {
  readonly projectId: number
  /** Null: they entered it within this batch. */
  readonly projectName: string | null
  readonly enteredAtMs: number
  readonly mark: SharedMark
}

/** The facts of an entrant at entry: stored in the line of the entry, and constant. */
export interface EntryFacts
  extends
    Pick<Duplicates, 'sameFingerprint' | 'sameAddress' | 'sameRid'>,
    Pick<EntryOperation, 'country' | 'language' | 'device' | 'fromDatacentre'> {
  /** The account's entries by the fingerprint or the address in 24 hours, this one included; null: no rule needs it. */
  readonly attempts: number | null
  /** The answers to the source's qualifications and sub-quotas, by parameter; null: it has none. */
  readonly answers: Readonly<Record<string, string>> | null
  /** The version of the setup that the entry was judged by (docs/decisions/0032). */
  readonly doorVersion: number
}

/** How the interview lengths of a source's completes spread, on the scale of logarithms. */
export interface LengthSpread {
  /** How many completes it was measured by. */
  readonly lengths: number
  readonly lnMedian: number
  /** The median of the distances from that median. */
  readonly lnMad: number
}

/** A network within the last hour. */
export interface NetworkFacts {
  /** The bits that its addresses begin with (`CrowdPlace`). */
  readonly networkBits: number
  /** The batch's own addresses of it, each as it came and by its bytes after those. */
  readonly asked: readonly (readonly [given: string, host: string])[]
  /** How many others of it have entered: all, or as many as speak against it. */
  readonly others: number
  /** Which of those asked have, and which so lately that they are not written again. */
  readonly seen: readonly string[]
  readonly latelySeen: readonly string[]
}

export interface CrowdFacts {
  /** By supplier. */
  readonly paces: ReadonlyMap<number, ArrivalPace>
  readonly networks: readonly NetworkFacts[]
}

/** All facts that a batch is judged by. */
export interface BatchFacts {
  /** The account's number of edits of the setups. */
  readonly doorVersion: number
  readonly sources: ReadonlyMap<number, SourceFacts>
  readonly suppliers: ReadonlyMap<number, SupplierFacts>
  readonly rollups: ReadonlyMap<string, RollupFacts>
  readonly respondents: readonly RespondentRow[]
  readonly hashRequired: boolean
  /** Unsigned server-to-server returns overrule too. */
  readonly unsignedOverrule: boolean
  readonly hashSecrets: readonly string[]
  /** Completes by supplier within a source (`supplierKey`), where a share of the target limits them. */
  readonly supplierCompletes: ReadonlyMap<string, number>
  /** By the operation's number in the batch. */
  readonly duplicates: ReadonlyMap<number, Duplicates>
  /** Entries into excluded projects, by the operation's number in the batch. */
  readonly earlierEntries: ReadonlyMap<number, EarlierEntry>
  /** Entrants of sources with a recontact list who are in it by their rid, by the operation's number in the batch. */
  readonly invited: ReadonlyMap<number, InvitedPerson>
  /** Of sources with completes that the speeder rule judges. */
  readonly spreads: ReadonlyMap<number, LengthSpread>
  /** The entries of the block and watch lists that entrants meet, by the operation's number in the batch. */
  readonly listed: ReadonlyMap<number, readonly ListedMark[]>
  /** Persons who are judged by the study's own rules alone (`objectionKey`). */
  readonly objections: ReadonlySet<string>
  /** Who came before, of suppliers and networks that rules count. */
  readonly crowds: CrowdFacts
}

export function rollupKey(scope: Scope, scopeId: number): string {
  return `${scope}:${scopeId}`
}

export function supplierKey(sourceId: number, supplierId: number): string {
  return `${sourceId}:${supplierId}`
}
