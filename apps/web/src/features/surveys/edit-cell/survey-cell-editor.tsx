import type { Desk } from '#runtime/desk.ts'
import { openAct } from '#runtime/acts/open-act.ts'
import { loadOptions } from '#runtime/hooks/use-load.ts'
import { CellEditor } from '#kit/edit-cell/cell-editor.tsx'
import type { AfterSend, CellRules } from '#kit/edit-cell/cell-rules.ts'
import type { OpenCell } from '#kit/edit-cell/use-cell-editor.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { LIVE_TABLE } from '#kit/tables/use-live-table.ts'
import { movedBack } from '../moved-sources.ts'
import type { SurveyRow } from '../survey-columns.tsx'
import {
  judgeSurveyCell,
  saidOfSurvey,
  typedOfSurvey,
  whatIfOfSurvey,
  type SurveyBasis,
  type SurveyOrder,
} from './survey-cells.ts'
import { SURVEY_FIELD_OF_COLUMN, type SurveyField } from './survey-fields.ts'

const INPUTS: Readonly<Record<SurveyField, Pick<CellRules<SurveyBasis, SurveyOrder>, 'label' | 'input'>>> = {
  name: { label: 'Survey name', input: 'text' },
  target: { label: 'Target (N)', input: 'numeric' },
  price: { label: 'Sell Price', input: 'decimal' },
  end: { label: 'Out of field date', input: 'moment' },
}

/** Saves the form as an act that can be undone, and with it the sources that move. */
function send(
  desk: Desk,
  survey: SurveyBasis['survey'],
  { form, was, move }: SurveyOrder,
  takesOffer: boolean,
  after: AfterSend,
): void {
  const moved = takesOffer ? move : null
  const params = { id: survey.pm_sy_ud }
  openAct(desk, {
    call: 'surveys.update',
    request: {
      params,
      payload: { ...form, version: survey.version, ...(moved === null ? {} : { move_sources: moved }) },
    },
    question: null,
    undo: ({ version }, headers) =>
      desk.api.call('surveys.update', {
        params,
        headers,
        payload: { ...(was ?? form), version, ...(moved === null ? {} : { move_sources: movedBack(moved) }) },
      }),
    // a form that could not be saved as it was is not set back
    onDone: (_answer, undo) => after.onDone(was === null ? null : undo),
    onUndone: after.onUndone,
    onFailed: after.onFailed,
  })
}

/** Edits one cell of the survey list. */
export default function SurveyCellEditor({
  row,
  columnId,
  element,
  initial,
  onClose,
}: OpenCell<Pick<SurveyRow, 'pm_sy_ud' | 'pm_proj_ud' | 'pm_sy_name'>>) {
  const field = SURVEY_FIELD_OF_COLUMN[columnId]
  if (field === undefined) return null
  const { pm_sy_ud: id, pm_proj_ud: projectId } = row
  const rules: CellRules<SurveyBasis, SurveyOrder> = {
    noun: 'survey',
    id,
    name: row.pm_sy_name,
    field,
    ...INPUTS[field],
    read: async (api, zones, signal) => ({
      field,
      survey: await api.call('surveys.read', { params: { id }, signal }),
      zones,
    }),
    typedOf: typedOfSurvey,
    saidOf: saidOfSurvey,
    judge: judgeSurveyCell,
    whatIf: order => whatIfOfSurvey(field, order),
    send: (desk, { survey }, order, takesOffer, after) => send(desk, survey, order, takesOffer, after),
    forget: desk => {
      void desk.queryClient.invalidateQueries({ queryKey: [LIVE_TABLE, 'project', projectId] })
      void desk.queryClient.invalidateQueries({ queryKey: [LIVE_TABLE, 'survey', id] })
      void desk.queryClient.invalidateQueries({ queryKey: loadOptions(desk).survey(id).queryKey })
      void desk.queryClient.invalidateQueries({ queryKey: [HISTORY] })
    },
  }
  return <CellEditor rules={rules} element={element} initial={initial} onClose={onClose} />
}
