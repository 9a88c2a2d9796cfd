import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'

/** A code list item (§3.28). */
export const CodeItem = Schema.Struct({ pm_code: Schema.Int, pm_code_name: Schema.String })
export type CodeItem = typeof CodeItem.Type

/** A time zone of the list time-zone-type: its code, IANA name and the label "(UTC±hh:mm) …" (§5.31, §7.21). */
export const TimeZoneItem = Schema.Struct({
  pm_code: Schema.Int,
  pm_code_name: Schema.String,
  iana_name: Schema.String,
})
export type TimeZoneItem = typeof TimeZoneItem.Type

/** A country option (§3.27). */
export const CountryOption = Schema.Struct({ pm_cy_cs_id: Id, name: Schema.String, iso2: Schema.String })
export type CountryOption = typeof CountryOption.Type

export const LanguageOption = Schema.Struct({ languages_id: Id, name: Schema.String, iso: Schema.String })
export type LanguageOption = typeof LanguageOption.Type

/** A project manager; uid 1900001 is "Other (no consultant)" (§9.10). */
export const ConsultantOption = Schema.Struct({ uid: Id, name: Schema.String })
export type ConsultantOption = typeof ConsultantOption.Type
export const NO_CONSULTANT_UID = 1_900_001

/** Lookup type slugs and their numeric codes (§3.36). */
export const LOOKUP_SLUG_CODES = {
  'supplier-recruitment-type': 1,
  'supplier-types': 2,
  'supplier-redirect-type': 3,
  'security-fraud-detection-type': 4,
  'source-template-type': 5,
  'calculation-type': 6,
  'stream-status': 7,
  'time-zone-type': 8,
  'traffic-control-limit': 20,
  'qualification-text-status': 27,
  'defender-control-center-options': 29,
  'account-type': 30,
  'ratecard-type': 31,
  'supplier-allocation-template-type': 33,
} as const
