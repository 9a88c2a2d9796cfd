import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { sayCount, sayDevices, sayMinutes, sayPercent, sayPrice, sayZone } from '#kit/history/history-says.ts'
import { DEFENDER_FIELDS } from '#kit/defender/defender-history.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'

/** The labels of a project's fields in the history, and the names of codes. */
export function projectHistoryFields(zones: readonly TimeZoneItem[]): HistoryFields {
  return {
    ...DEFENDER_FIELDS,
    pm_proj_name: { label: 'Project name' },
    pm_proj_rep_num: { label: 'Project number' },
    consultant: { label: 'Project Manager' },
    business_unit_ud: { label: 'Business Unit' },
    out_of_field_date: { label: 'Out of field date' },
    out_of_field_time_zone_code: { label: 'Timezone', say: sayZone(zones) },
    respondents: { label: 'Target (N)', say: sayCount },
    pm_sy_client_cpi: { label: 'Sell Price', say: sayPrice },
    est_loi: { label: 'Estimated LOI', say: sayMinutes },
    qualifying_rate: { label: 'Incidence Rate', say: sayPercent },
    pm_cy_cs_id: { label: 'Country' },
    languages_id: { label: 'Language' },
    device_compatibility: { label: 'Device Compatibility', say: sayDevices },
    survey_url: { label: 'Survey URL' },
    reconciliation: { label: 'Reconciliation' },
  }
}
