import { Schema } from 'effect'
import { atLeast, atMost, inCents, requiredChoice, requiredNumber, requiredText, whole } from '../forms/form-fields.ts'
import { SecurityLevel, SUPPLIER_LEVEL } from '../defender/levels.ts'
import { REDIRECT_TYPES, RedirectType, type RedirectType as Type } from '../respondents/state.ts'
import { REDIRECT_LABELS, redirectUrlFault } from './redirect-url.ts'
import { Version } from '../ids/ids.ts'

const SUPPLIER_CPI_MAX = 200

interface ThresholdRule {
  readonly label: string
  readonly flag: 'text_analytics_flg' | 'bot_detection_flg' | 'activity_enabled_flg'
  readonly max: number
}

/** The thresholds of custom security (§5.17), each with the flag that makes it required. */
export const SUPPLIER_THRESHOLDS = {
  language_threshold: { label: 'Language Threshold', flag: 'text_analytics_flg', max: 100 },
  threat_level: { label: 'Threat Level', flag: 'bot_detection_flg', max: 100 },
  token_threshold: { label: 'Token Threshold', flag: 'activity_enabled_flg', max: 1_000 },
} as const satisfies Readonly<Record<string, ThresholdRule>>

// a read gives null for an empty threshold
function threshold({ label, max }: ThresholdRule) {
  const number = requiredNumber({
    required: `${label} is required`,
    invalid: `${label} must be a valid number`,
    rules: [
      whole(`${label} must be a whole number`),
      atLeast(0, `${label} must be 0 or more`),
      atMost(max, `${label} cannot be greater than ${max}`),
    ],
  })
  return Schema.NullOr(number).annotate({ message: `${label} must be a valid number` })
}

const thresholds = {
  language_threshold: threshold(SUPPLIER_THRESHOLDS.language_threshold),
  threat_level: threshold(SUPPLIER_THRESHOLDS.threat_level),
  token_threshold: threshold(SUPPLIER_THRESHOLDS.token_threshold),
}

/** The thresholds of a supplier after `withSpareThresholds`: one that is missing is required (§5.17). */
export const SupplierThresholds = Schema.Struct({
  language_threshold: thresholds.language_threshold.annotateKey({
    messageMissingKey: 'Language Threshold is required',
  }),
  threat_level: thresholds.threat_level.annotateKey({ messageMissingKey: 'Threat Level is required' }),
  token_threshold: thresholds.token_threshold.annotateKey({ messageMissingKey: 'Token Threshold is required' }),
})

/** Whether a supplier has thresholds of its own: by its level, or by the flag of those who send none. */
export const hasOwnSecurity = (values: Readonly<Record<string, unknown>>): boolean =>
  values['custom_security_flg'] === true || values['security_level'] === SUPPLIER_LEVEL

/**
 * Prepares the values of a supplier for the rules of §5.17: an empty threshold becomes missing where custom security and its flag
 * are on, and null elsewhere.
 */
export function withSpareThresholds<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  const judged: Record<string, unknown> = { ...values }
  for (const [name, { flag }] of Object.entries(SUPPLIER_THRESHOLDS)) {
    if ((judged[name] ?? null) !== null) continue
    if (hasOwnSecurity(values) && values[flag] === true) delete judged[name]
    else judged[name] = null
  }
  // only thresholds changed, and those may be missing or null in every shape of the values
  return judged as Values
}

const main = {
  name: requiredText({ label: 'Name' }),
  pm_supplier_type_code_ud: requiredChoice('Type is required'),
  recruitment_type: requiredChoice('Recruitment Type is required'),
  supplier_cpi: Schema.optionalKey(
    requiredNumber({
      required: 'Supplier CPI is required',
      invalid: 'Supplier CPI must be a valid number',
      rules: [
        atLeast(0, 'Supplier CPI must be 0 or more'),
        atMost(SUPPLIER_CPI_MAX, `Supplier CPI cannot be greater than $${SUPPLIER_CPI_MAX}`),
        inCents('Supplier CPI must have at most 2 decimals'),
      ],
    }),
  ),
}
const LEVEL_FAULT = 'Security Level must be one of the levels 1 to 7'

const flags = {
  security_level: Schema.optionalKey(SecurityLevel.annotate({ message: LEVEL_FAULT })),
  custom_security_flg: Schema.optionalKey(Schema.Boolean),
  text_analytics_flg: Schema.optionalKey(Schema.Boolean),
  bot_detection_flg: Schema.optionalKey(Schema.Boolean),
  activity_enabled_flg: Schema.optionalKey(Schema.Boolean),
}

const redirect = (type: Type) =>
  Schema.optionalKey(
    Schema.String.check(Schema.makeFilter((url: string) => redirectUrlFault(type, url.trim()) ?? undefined)),
  )

/** The name of the form's field for a redirect, as §5.28 derives it from the path of the server's fault. */
export const redirectField = <T extends Type>(type: T): `redirects_${T}` => `redirects_${type}`

/** The form of a supplier, in its order (§3.7, §5.16, §5.17), of values that `withSpareThresholds` prepared. An empty redirect is none. */
export const SupplierForm = Schema.Struct({
  ...main,
  redirects_complete: redirect('complete'),
  redirects_termination: redirect('termination'),
  redirects_overquota: redirect('overquota'),
  redirects_quality: redirect('quality'),
  redirects_security: redirect('security'),
  redirects_default: redirect('default'),
  ...flags,
  ...SupplierThresholds.fields,
})
export type SupplierForm = typeof SupplierForm.Type

/** Redirects by type, each type once. */
export const Redirects = Schema.Array(Schema.Struct({ type: RedirectType, url: Schema.String })).check(
  Schema.isMaxLength(REDIRECT_TYPES.length),
  Schema.makeFilter((redirects: readonly { readonly type: Type; readonly url: string }[]) => {
    const seen = new Set<Type>()
    return redirects.flatMap(({ type, url }) => {
      const fault = seen.has(type)
        ? `${REDIRECT_LABELS[type]} redirect is given twice`
        : redirectUrlFault(type, url.trim())
      seen.add(type)
      return fault === null ? [] : [{ path: [type], issue: fault }]
    })
  }),
)

/**
 * A new supplier, by the rules of the form; the fault of a redirect has the path that §5.28 joins to the name of the form's
 * field. `SupplierThresholds` judges which thresholds are required, by the flags that were sent.
 */
export const SupplierInput = Schema.Struct({
  ...main,
  ...flags,
  language_threshold: Schema.optionalKey(thresholds.language_threshold),
  threat_level: Schema.optionalKey(thresholds.threat_level),
  token_threshold: Schema.optionalKey(thresholds.token_threshold),
  redirects: Schema.optionalKey(Redirects),
})
export type SupplierInput = typeof SupplierInput.Type

/** Changes of a supplier, and the version that the editor saw. */
export const SupplierChanges = Schema.Struct({ ...SupplierInput.fields, version: Schema.optionalKey(Version) })
export type SupplierChanges = typeof SupplierChanges.Type
