import { HourlyCompletesRequest, HourlyCompletesRow } from '@desk/schema/figures/completes-chart'
import { ProjectFigures, ProjectTotals, SurveyFigures } from '@desk/schema/figures/figures'
import { Id, IdFromText } from '@desk/schema/ids/ids'
import { Project, ProjectDetail, ProjectFilters } from '@desk/schema/projects/project'
import { ProjectPerformance } from '@desk/schema/projects/performance'
import { ProjectChanges, ProjectForm } from '@desk/schema/projects/project-form'
import { WaveForm, WavePreview } from '@desk/schema/projects/wave'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { LIST_LIMIT_MAX, pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

/** Projects and their figures: api:P1–P4, P8, P10, P13; `totals`, `readWave` and `makeWave` are additions. */
export class ProjectsApi extends HttpApiGroup.make('projects')
  .add(
    HttpApiEndpoint.get('list', '/v1/projects', {
      query: { ...ProjectFilters.fields, ...pageQuery },
      success: Schema.Array(Project),
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('totals', '/v1/metrics/projects', { query: ProjectFilters, success: ProjectTotals })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('read', '/v1/projects/:id', {
      params: { id: IdFromText },
      success: ProjectDetail,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('create', '/v1/projects', {
      headers: onceHeaders,
      payload: ProjectForm,
      success: ProjectDetail,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.put('update', '/v1/projects/:id', {
      headers: onceHeaders,
      params: { id: IdFromText },
      payload: ProjectChanges,
      success: ProjectDetail,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.get('readWave', '/v1/projects/:id/wave', {
      params: { id: IdFromText },
      success: WavePreview,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('makeWave', '/v1/projects/:id/wave', {
      headers: onceHeaders,
      params: { id: IdFromText },
      payload: WaveForm,
      success: ProjectDetail,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.get('performance', '/v1/project/:id/performance', {
      params: { id: IdFromText },
      success: ProjectPerformance,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.post('figures', '/v1/metrics/projects', {
      query: { pm_proj_ud: Schema.optionalKey(IdFromText) },
      payload: Schema.Struct({
        pm_proj_uds: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(LIST_LIMIT_MAX))),
      }),
      success: Schema.Union([Schema.Array(SurveyFigures), Schema.Array(ProjectFigures)]),
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.post('hourlyCompletes', '/v1/TrafficStatsForDashboardHourly', {
      payload: HourlyCompletesRequest,
      success: Schema.Array(HourlyCompletesRow),
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
