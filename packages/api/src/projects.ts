import { HourlyCompletesRequest, HourlyCompletesRow } from '@desk/schema/figures/completes-chart'
import { ProjectFigures, SurveyFigures } from '@desk/schema/figures/figures'
import { Id, IdFromText } from '@desk/schema/ids/ids'
import { Project, ProjectDetail, ProjectFilters } from '@desk/schema/projects/project'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { LIST_LIMIT_MAX, pageQuery } from './lists.ts'

/** Projects and their figures: api:P1, P2, P8, P10. */
export class ProjectsApi extends HttpApiGroup.make('projects')
  .add(
    HttpApiEndpoint.get('list', '/v1/projects', { query: { ...ProjectFilters.fields, ...pageQuery }, success: Schema.Array(Project) }),
    HttpApiEndpoint.get('read', '/v1/projects/:id', { params: { id: IdFromText }, success: ProjectDetail, error: NotFound }),
    HttpApiEndpoint.post('figures', '/v1/metrics/projects', {
      query: { pm_proj_ud: Schema.optionalKey(IdFromText) },
      payload: Schema.Struct({ pm_proj_uds: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(LIST_LIMIT_MAX))) }),
      success: Schema.Union([Schema.Array(SurveyFigures), Schema.Array(ProjectFigures)]),
      error: NotFound,
    }),
    HttpApiEndpoint.post('hourlyCompletes', '/v1/TrafficStatsForDashboardHourly', {
      payload: HourlyCompletesRequest,
      success: Schema.Array(HourlyCompletesRow),
      error: NotFound,
    }),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
