import { HOLD_PLACES_OPTIONS } from '@desk/schema/sources/hold-places'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import {
  sayCount,
  sayDevices,
  sayOption,
  sayMinutes,
  sayPercent,
  sayPrice,
  sayZone,
} from '#kit/history/history-says.ts'
import { DEFENDER_FIELDS } from '#kit/defender/defender-history.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { reasonWords } from '#kit/statuses/status-words.ts'

/** The labels of a survey's fields in the history, and the names of codes. */
export function surveyHistoryFields(zones: readonly TimeZoneItem[]): HistoryFields {
  return {
    ...DEFENDER_FIELDS,
    pm_sy_name: { label: 'Survey name' },
    respondents: { label: 'Target (N)', say: sayCount },
    pm_cy_cs_id: { label: 'Country' },
    languages_id: { label: 'Language' },
    device_compatibility: { label: 'Device Compatibility', say: sayDevices },
    survey_url_flg: { label: 'The survey needs a URL' },
    survey_url: { label: 'Survey URL' },
    pm_sy_client_cpi: { label: 'Sell Price', say: sayPrice },
    est_loi: { label: 'Estimated LOI', say: sayMinutes },
    qualifying_rate: { label: 'Incidence Rate', say: sayPercent },
    hold_places: { label: 'Hold places', say: sayOption(HOLD_PLACES_OPTIONS) },
    out_of_field_date: { label: 'Out of field date' },
    out_of_field_time_zone_code: { label: 'Timezone', say: sayZone(zones) },
    copy_of: { label: 'Copy of survey' },
    limit_loi_percent: { label: 'LOI limit', say: sayPercent },
    limit_ir_percent: { label: 'IR limit', say: sayPercent },
    limit_min_completes: { label: 'Completes before limits act', say: sayCount },
    link_check: { label: 'Link check' },
    auto_pause_rules: {
      label: 'Auto-pause rules',
      say: rules =>
        Array.isArray(rules) && rules.length > 0
          ? rules.map(rule => reasonWords(String(rule)) ?? String(rule)).join(', ')
          : null,
    },
  }
}
