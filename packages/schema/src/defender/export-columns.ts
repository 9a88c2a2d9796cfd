import { RESPONDENT_STATE_LABELS } from '../respondents/state.ts'
import { DEVICE_TYPES } from '../surveys/device-types.ts'
import type { ExportLine } from './export.ts'

/** A column of an export of Defender's data, on the screen as in a file. */
export interface ExportColumn {
  readonly id: string
  readonly label: string
  readonly kind: 'text' | 'hour' | 'minutes'
  readonly widthPx: number
  readonly isOfSupplySide?: true
  readonly valueOf: (line: ExportLine) => string | number | null
}

const yesOrNo = (answer: boolean | null): string | null => (answer === null ? null : answer ? 'yes' : 'no')

/** Every column, in the order of the file. Moments are instants of UTC; ids and codes are text, which no spreadsheet groups. */
const COLUMNS: readonly ExportColumn[] = [
  { id: 'entered_at', label: 'Entered', kind: 'hour', widthPx: 170, valueOf: line => line.entered_at },
  { id: 'ended_at', label: 'Ended', kind: 'hour', widthPx: 170, valueOf: line => line.ended_at },
  { id: 'rid', label: 'Respondent ID', kind: 'text', widthPx: 160, valueOf: line => line.rid },
  { id: 'rdud', label: 'RDUD', kind: 'text', widthPx: 260, valueOf: line => line.rdud },
  { id: 'state', label: 'State', kind: 'text', widthPx: 150, valueOf: ({ code }) => RESPONDENT_STATE_LABELS[code] },
  { id: 'state_code', label: 'State code', kind: 'text', widthPx: 80, valueOf: ({ code }) => String(code) },
  { id: 'rule', label: 'Refused by', kind: 'text', widthPx: 160, valueOf: line => line.rule },
  { id: 'threshold', label: 'Threshold', kind: 'text', widthPx: 160, valueOf: line => line.threshold },
  { id: 'value', label: 'Value', kind: 'text', widthPx: 160, valueOf: line => line.value },
  {
    id: 'recorded',
    label: 'Also spoke against',
    kind: 'text',
    widthPx: 180,
    valueOf: ({ recorded }) => (recorded.length === 0 ? null : recorded.join('; ')),
  },
  { id: 'project_id', label: 'Project ID', kind: 'text', widthPx: 80, valueOf: line => String(line.pm_proj_ud) },
  { id: 'project', label: 'Project', kind: 'text', widthPx: 180, valueOf: line => line.project_name },
  { id: 'survey_id', label: 'Survey ID', kind: 'text', widthPx: 80, valueOf: line => String(line.pm_sy_ud) },
  { id: 'survey', label: 'Survey', kind: 'text', widthPx: 180, valueOf: line => line.survey_name },
  { id: 'source_id', label: 'Source ID', kind: 'text', widthPx: 80, valueOf: line => String(line.stmid) },
  { id: 'source', label: 'Source', kind: 'text', widthPx: 180, valueOf: line => line.source_name },
  {
    id: 'supplier',
    label: 'Supplier',
    kind: 'text',
    widthPx: 160,
    isOfSupplySide: true,
    valueOf: line => line.supplier ?? null,
  },
  { id: 'country', label: 'Country', kind: 'text', widthPx: 80, valueOf: line => line.country },
  { id: 'language', label: 'Language', kind: 'text', widthPx: 90, valueOf: line => line.language },
  {
    id: 'device',
    label: 'Device',
    kind: 'text',
    widthPx: 90,
    valueOf: ({ device }) => DEVICE_TYPES.find(({ id }) => id === device)?.name ?? null,
  },
  {
    id: 'from_datacentre',
    label: 'Data centre',
    kind: 'text',
    widthPx: 90,
    valueOf: line => yesOrNo(line.from_datacentre),
  },
  { id: 'fingerprint', label: 'Fingerprint', kind: 'text', widthPx: 200, valueOf: line => line.fingerprint },
  { id: 'address', label: 'Address', kind: 'text', widthPx: 130, valueOf: line => line.address },
  { id: 'loi_minutes', label: 'LOI', kind: 'minutes', widthPx: 70, valueOf: line => line.loi_minutes },
]

/** The columns of an export for a view with the supply side, or without it. */
export const exportColumns = (seesSupply: boolean): readonly ExportColumn[] =>
  COLUMNS.filter(({ isOfSupplySide }) => seesSupply || isOfSupplySide !== true)
