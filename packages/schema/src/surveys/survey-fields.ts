import { Schema } from 'effect'
import { atLeast, atMost, decimals, inCents, requiredNumber, whole } from '../forms/form-fields.ts'
import { DeviceTypeId } from './device-types.ts'

/** The stated LOI must be shorter than this, in minutes (§5.13, domain.md §10). */
export const LOI_MINUTES_MAX = 120
export const SELL_PRICE_MAX = 300
/** The greatest whole number that the column stores, far beyond any study. */
export const TARGET_MAX = 10_000_000

/** Target (N), in completes (§5.12). */
export const Target = requiredNumber({
  required: 'Target (N) is required',
  invalid: 'Target (N) must be a valid number',
  rules: [
    whole('Target (N) must be a whole number'),
    atLeast(0, 'Target (N) must be a valid number'),
    atMost(TARGET_MAX, `Target (N) cannot be greater than ${TARGET_MAX}`),
  ],
})

/** The stated length of interview in whole minutes (§5.13). */
export const EstimatedLoi = requiredNumber({
  required: 'Estimated LOI is required',
  invalid: 'Estimated LOI must be a valid number',
  rules: [
    atLeast(1, 'Estimated LOI must be greater or equal to 1'),
    {
      isMet: value => value < LOI_MINUTES_MAX,
      message: `Maximum value for the LOI field must be less than ${LOI_MINUTES_MAX} minutes`,
    },
    whole('Estimated LOI must be a whole number of minutes'),
  ],
})

/** The stated incidence in percent, with one decimal (§5.14). */
export const IncidenceRate = requiredNumber({
  required: 'Incidence Rate is required',
  invalid: 'Incidence Rate must be a valid number',
  rules: [
    atLeast(0.1, 'Incidence Rate must be greater than 0'),
    atMost(100, 'Incidence Rate cannot be greater than 100'),
    decimals(1, 'Incidence Rate has at most one decimal'),
  ],
})

/** The client's price for a complete, in the account's currency (§5.11). */
export const SellPrice = requiredNumber({
  required: 'Sell Price is required',
  invalid: 'Sell Price must be a valid number',
  rules: [
    // 0 is a valid price (§9.2); going live needs more than 0 (domain.md §2)
    atLeast(0, 'Sell Price must be greater than 0'),
    atMost(SELL_PRICE_MAX, `Sell Price cannot be greater than $${SELL_PRICE_MAX}`),
    inCents('Sell Price has at most two decimals'),
  ],
})

const DEVICES_REQUIRED = 'Device Compatibility is required'

/** The kinds of device that the survey is open to, each once (§5.10). */
export const DeviceCompatibility = Schema.Array(DeviceTypeId)
  .annotate({ message: DEVICES_REQUIRED })
  .check(
    Schema.isMinLength(1).annotate({ message: DEVICES_REQUIRED }),
    Schema.makeFilter((ids: readonly DeviceTypeId[]) => new Set(ids).size === ids.length, {
      message: 'Device Compatibility names a device twice',
    }),
  )
  .annotateKey({ messageMissingKey: DEVICES_REQUIRED })
