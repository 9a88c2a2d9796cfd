import type { Project } from '@desk/schema/projects/project'

const PROJECT: Project = {
  pm_proj_ud: 5,
  pm_proj_name: 'Tea',
  pm_proj_rep_num: 'AC-1',
  consultant: null,
  consultant_name: null,
  business_unit_ud: null,
  business_unit_name: null,
  out_of_field_date: null,
  out_of_field_time_zone_code: 15,
  respondents: 100,
  pm_cy_cs_id: null,
  languages_id: null,
  est_loi: null,
  qualifying_rate: null,
  statusid: 1,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-02T09:30:00.000Z',
  status_version: 1,
  survey_count: 0,
  live_source_count: 0,
  created_at: '2026-11-01T09:30:00.000Z',
}

/** Projects as the list gives them. */
export const SAMPLE_PROJECTS: readonly Project[] = [
  PROJECT,
  { ...PROJECT, pm_proj_ud: 6, pm_proj_name: 'Coffee' },
  { ...PROJECT, pm_proj_ud: 7, pm_proj_name: 'Cocoa' },
]
