import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { DEVICE_TYPES } from '@desk/schema/surveys/device-types'
import type { HistoryFields } from '../../widgets/history/history-words.ts'

/** How the history of a project calls its fields, and says what it holds codes of. */
export function projectHistoryFields(zones: readonly TimeZoneItem[]): HistoryFields {
  return {
    pm_proj_name: { label: 'Project name' },
    pm_proj_rep_num: { label: 'Project number' },
    consultant: { label: 'Project Manager' },
    business_unit_ud: { label: 'Business Unit' },
    out_of_field_date: { label: 'Out of field date' },
    out_of_field_time_zone_code: { label: 'Timezone', say: (code) => zones.find(({ pm_code }) => pm_code === code)?.iana_name ?? null },
    respondents: { label: 'Target (N)' },
    pm_sy_client_cpi: { label: 'Sell Price', say: (price) => (typeof price === 'number' ? `$${price.toFixed(2)}` : null) },
    est_loi: { label: 'Estimated LOI', say: (minutes) => (typeof minutes === 'number' ? `${minutes} minutes` : null) },
    qualifying_rate: { label: 'Incidence Rate', say: (percent) => (typeof percent === 'number' ? `${percent}%` : null) },
    pm_cy_cs_id: { label: 'Country' },
    languages_id: { label: 'Language' },
    device_compatibility: {
      label: 'Device Compatibility',
      say: (ids) => (Array.isArray(ids) ? ids.map((id) => DEVICE_TYPES.find((device) => device.id === id)?.name ?? String(id)).join(', ') : null),
    },
    survey_url: { label: 'Survey URL' },
  }
}
