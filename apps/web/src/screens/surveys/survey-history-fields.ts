import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { DEVICE_TYPES } from '@desk/schema/surveys/device-types'
import type { HistoryFields } from '../../widgets/history/history-words.ts'
import { reasonWords } from '../../widgets/statuses/status-words.ts'

/** How the history of a survey calls its fields, and says what it holds codes of. */
export function surveyHistoryFields(zones: readonly TimeZoneItem[]): HistoryFields {
  const percent = { say: (value: unknown) => (typeof value === 'number' ? `${value}%` : null) }
  return {
    pm_sy_name: { label: 'Survey name' },
    respondents: { label: 'Target (N)' },
    pm_cy_cs_id: { label: 'Country' },
    languages_id: { label: 'Language' },
    device_compatibility: {
      label: 'Device Compatibility',
      say: (ids) => (Array.isArray(ids) ? ids.map((id) => DEVICE_TYPES.find((device) => device.id === id)?.name ?? String(id)).join(', ') : null),
    },
    survey_url_flg: { label: 'The survey needs a URL' },
    survey_url: { label: 'Survey URL' },
    pm_sy_client_cpi: { label: 'Sell Price', say: (price) => (typeof price === 'number' ? `$${price.toFixed(2)}` : null) },
    est_loi: { label: 'Estimated LOI', say: (minutes) => (typeof minutes === 'number' ? `${minutes} minutes` : null) },
    qualifying_rate: { label: 'Incidence Rate', ...percent },
    out_of_field_date: { label: 'Out of field date' },
    out_of_field_time_zone_code: { label: 'Timezone', say: (code) => zones.find(({ pm_code }) => pm_code === code)?.iana_name ?? null },
    limit_loi_percent: { label: 'LOI limit', ...percent },
    limit_ir_percent: { label: 'IR limit', ...percent },
    limit_min_completes: { label: 'Completes before limits act' },
    auto_pause_rules: { label: 'Auto-pause rules', say: (rules) => (Array.isArray(rules) && rules.length > 0 ? rules.map((rule) => reasonWords(String(rule)) ?? String(rule)).join(', ') : null) },
  }
}
