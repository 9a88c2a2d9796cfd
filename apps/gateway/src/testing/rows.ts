import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import type { ProjectFigures, SourceRow, SurveyFigures } from '@desk/schema/figures/figures'
import type { StatusEvent } from '@desk/schema/statuses/status-view'

const figures = {
  allocation: 0.5,
  entrants: 10,
  eqTerms: 1,
  terms: 2,
  oQs: 1,
  sqTerms: 0,
  abandons: 1,
  inflight: 2,
  completes: 3,
  ir: 0.5,
  conversion: 0.3,
  loi: 12.5,
  supplierCpi: 2.5,
  expense: 7.5,
  pricedCompletes: 3,
  last_complete_at: '2026-11-20T12:00:00.000Z',
  target: 100,
  ...NO_FIELD_FACTS,
}

export function sourceRow(changed: Partial<SourceRow> = {}): SourceRow {
  return {
    stmid: 3001,
    pm_sy_ud: 2001,
    name: 'Main',
    type: 'diy',
    statusid: 1,
    effective_statusid: 1,
    status_reason: null,
    status_changed_by: 'Ada Byron',
    status_changed_at: '2026-11-20T09:00:00.000Z',
    status_version: 1,
    suppliers: ['Northlight Panels'],
    figures_version: 1,
    ...figures,
    ...changed,
  }
}

export function surveyFigures(changed: Partial<SurveyFigures> = {}): SurveyFigures {
  return { pm_sy_ud: 2001, pm_proj_ud: 1001, figures_version: 1, ...figures, ...changed }
}

export function projectFigures(changed: Partial<ProjectFigures> = {}): ProjectFigures {
  return { pm_proj_ud: 1001, figures_version: 1, ...figures, ...changed }
}

export function statusEvent(changed: Partial<StatusEvent> = {}): StatusEvent {
  return {
    scope: 'source',
    id: 3001,
    pm_proj_ud: 1001,
    pm_sy_ud: 2001,
    from: 1,
    to: 2,
    reason: null,
    note: 'Checking the redirects',
    by: 'Ada Byron',
    by_uid: 7,
    at: '2026-11-20T12:00:00.000Z',
    version: 2,
    command_id: null,
    ...changed,
  }
}

/** A commit of account 7 that moves the figures of a source. */
export const moved = (version: number, changed: Partial<SourceRow> = {}) => ({
  sources: [
    {
      pm_dsh_ud: 7,
      pm_proj_ud: 1001,
      row: sourceRow({ figures_version: version, entrants: 10 + version, ...changed }),
    },
  ],
})
