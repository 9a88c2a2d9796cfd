import { Schema } from 'effect'
import { requiredChoice, requiredText } from '../forms/form-fields.ts'
import { Id, Version } from '../ids/ids.ts'
import { isEntryParameter, TAKEN_PRECODE } from '../respondents/entry-parameters.ts'
import { Target } from '../surveys/survey-fields.ts'

export const QUALIFICATIONS_MAX = 100
export const QUOTAS_MAX = 1_000
export const QUOTA_GROUPS_MAX = 200
const CONDITIONS_MAX = 20
const CODES_MAX = 5_000

/** The form of an answer's code in a respondent's link. */
const PARAMETER_NAME = /^[A-Za-z0-9._-]{1,50}$/

const NUMBER_MAX = 1e9
const limit = Schema.optionalKey(
  Schema.NullOr(
    Schema.Number.annotate({ message: 'Must be a valid number' }).check(
      Schema.makeFilter((value: number) => Number.isFinite(value) && Math.abs(value) <= NUMBER_MAX, {
        message: 'Must be a valid number',
      }),
    ),
  ).annotate({ message: 'Must be a valid number' }),
)

const Precode = Schema.String.annotate({ message: 'Qualification is required' })
  .check(
    Schema.makeFilter((param: string) => param !== '', { message: 'Qualification is required' }).abort(),
    Schema.makeFilter((param: string) => PARAMETER_NAME.test(param), {
      message: 'Precode must be made of letters, digits, dots, dashes and underscores',
    }).abort(),
    Schema.makeFilter((param: string) => !isEntryParameter(param), { message: TAKEN_PRECODE }),
  )
  .annotateKey({ messageMissingKey: 'Qualification is required' })

const conditionFields = {
  /** The qualification's precode: the parameter of the entry link that holds the answer. */
  param: Precode,
  /** Codes of the answers that pass. */
  in: Schema.optionalKey(
    Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100))).check(
      Schema.isMaxLength(CODES_MAX),
    ),
  ),
  /** The limits of a numeric answer, both inclusive; null is unbounded. */
  min: limit,
  max: limit,
}

interface ConditionFields {
  readonly in?: readonly string[]
  readonly min?: number | null
  readonly max?: number | null
}

/** A condition has codes or limits, not both, and can be met. */
const isCondition = Schema.makeFilter(
  ({ in: codes, min = null, max = null }: ConditionFields): Schema.FilterIssue | undefined => {
    const isRange = min !== null || max !== null
    if (codes !== undefined && isRange) return { path: ['in'], issue: 'Answers or limits, not both' }
    if (codes !== undefined) {
      if (codes.length === 0) return { path: ['in'], issue: 'Choose at least one answer' }
      return new Set(codes).size === codes.length ? undefined : { path: ['in'], issue: 'An answer is there twice' }
    }
    if (!isRange) return { path: ['in'], issue: 'Choose at least one answer' }
    return min !== null && max !== null && min > max
      ? { path: ['max'], issue: 'The range is empty: its end is below its beginning' }
      : undefined
  },
)

/** The condition on an answer: one of a list of codes, or a number within limits. */
export const Condition = Schema.Struct(conditionFields).check(isCondition)
export type Condition = typeof Condition.Type

/** A qualification of a source: respondents who do not meet it become screener terms. */
export const SourceQualification = Schema.Struct({ name: requiredText({ label: 'Name' }), ...conditionFields }).check(
  isCondition,
)
export type SourceQualification = typeof SourceQualification.Type

const Conditions = Schema.Array(Condition).check(Schema.isMaxLength(CONDITIONS_MAX))

/** A quota as it is sent: one with a `quota_no` stays and keeps its counters, one without is new. */
export const QuotaInput = Schema.Struct({
  quota_no: Schema.optionalKey(Id),
  name: requiredText({ label: 'Name' }),
  conditions: Conditions,
  target: Target,
})
export type QuotaInput = typeof QuotaInput.Type

/** Quotas that share conditions, such as "Women", and a common target; null or absent: none. */
export const QuotaGroupInput = Schema.Struct({
  name: requiredText({ label: 'Name' }),
  conditions: Schema.optionalKey(Conditions),
  target: Schema.optionalKey(Schema.NullOr(Target)),
  quotas: Schema.Array(QuotaInput).check(Schema.isMaxLength(QUOTAS_MAX)),
})
export type QuotaGroupInput = typeof QuotaGroupInput.Type

const addressed = { stmid: requiredChoice('Source is required'), version: Schema.optionalKey(Version) }
const qualifications = Schema.Array(SourceQualification).check(Schema.isMaxLength(QUALIFICATIONS_MAX))

/** Qualifications and nested quotas that replace a source's (api:T4). `version` is the one that the editor saw. */
export const QualsQuotasInput = Schema.Struct({
  ...addressed,
  qualifications,
  quota_groups: Schema.Array(QuotaGroupInput).check(Schema.isMaxLength(QUOTA_GROUPS_MAX)),
})
export type QualsQuotasInput = typeof QualsQuotasInput.Type

/**
 * Whether quotas are in several groups, or in one with conditions or a target of its own, which flat ones (api:T2)
 * cannot express.
 * @param groups as they are sent, or as they are typed, with a target that may be no number yet
 */
export const isNested = (
  groups: readonly { readonly conditions?: readonly Condition[]; readonly target?: number | string | null }[],
): boolean =>
  groups.length > 1 || groups.some(({ conditions = [], target = null }) => conditions.length > 0 || target !== null)

/** Qualifications and flat quotas that replace a source's (api:T2); they form one group. */
export const FlatQualsQuotasInput = Schema.Struct({
  ...addressed,
  qualifications,
  quotas: Schema.Array(QuotaInput).check(Schema.isMaxLength(QUOTAS_MAX)),
})
export type FlatQualsQuotasInput = typeof FlatQualsQuotasInput.Type

/** Why a source with these qualifications and quotas cannot be launched, by the path of the faulty part. */
export const QuotaProblem = Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String })
export type QuotaProblem = typeof QuotaProblem.Type

/** A quota with its counts; `inflight` is hidden from the plain external view, `remaining` is target minus completes. */
export const Quota = Schema.Struct({
  quota_no: Id,
  name: Schema.String,
  conditions: Schema.Array(Condition),
  target: Schema.Int,
  completes: Schema.Int,
  inflight: Schema.optionalKey(Schema.Int),
  remaining: Schema.Int,
})
export type Quota = typeof Quota.Type

export const QuotaGroup = Schema.Struct({
  name: Schema.String,
  conditions: Schema.Array(Condition),
  target: Schema.NullOr(Schema.Int),
  quotas: Schema.Array(Quota),
})
export type QuotaGroup = typeof QuotaGroup.Type

const stored = {
  stmid: Id,
  /** Counts changes of qualifications and quotas alone; the form of the source has its own. */
  version: Version,
  /** Target (N) of the source. */
  respondents: Schema.Int,
  qualifications: Schema.Array(SourceQualification),
}

/** Qualifications and nested quotas of a source (api:T3), and their faults that block a launch. */
export const QualsQuotas = Schema.Struct({
  ...stored,
  quota_groups: Schema.Array(QuotaGroup),
  problems: Schema.Array(QuotaProblem),
})
export type QualsQuotas = typeof QualsQuotas.Type

/** The same with the quotas in one list, each with all its conditions (api:T1). */
export const FlatQualsQuotas = Schema.Struct({
  ...stored,
  quotas: Schema.Array(Quota),
  problems: Schema.Array(QuotaProblem),
})
export type FlatQualsQuotas = typeof FlatQualsQuotas.Type
