import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { DEVICE_TYPES } from '@desk/schema/surveys/device-types'
import type { HistoryField } from './history-words.ts'

type Say = NonNullable<HistoryField['say']>

/** How a history says what forms have in common. */
export const sayCount: Say = count => (typeof count === 'number' ? count.toLocaleString('en-US') : null)
/** Of texts that have commas of their own. */
export const sayTexts: Say = texts => (Array.isArray(texts) && texts.length > 0 ? texts.map(String).join(' · ') : null)
export const sayPrice: Say = price => (typeof price === 'number' ? `$${price.toFixed(2)}` : null)
export const sayPercent: Say = percent => (typeof percent === 'number' ? `${percent}%` : null)
export const sayMinutes: Say = minutes => (typeof minutes === 'number' ? `${minutes} minutes` : null)
export const sayDevices: Say = ids =>
  Array.isArray(ids)
    ? ids.map(id => DEVICE_TYPES.find(device => device.id === id)?.name ?? String(id)).join(', ')
    : null
export const sayZone =
  (zones: readonly TimeZoneItem[]): Say =>
  code =>
    zones.find(({ pm_code }) => pm_code === code)?.iana_name ?? null

/** One of the options that a form chooses from. */
export const sayOption =
  (options: readonly { readonly value: number; readonly label: string }[]): Say =>
  chosen =>
    options.find(({ value }) => value === chosen)?.label ?? null
