import { IdFromText } from '@desk/schema/ids/ids'
import { CostSummary, CostSummaryV2 } from '@desk/schema/reports/cost-summary'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'

const query = { pm_proj_ud: IdFromText }

/** Reports on a project: its costs (api:P11, P12). */
export class ReportsApi extends HttpApiGroup.make('reports')
  .add(
    HttpApiEndpoint.get('costSummary', '/v1/reports/costsummary', {
      query,
      success: CostSummary,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('costSummaryV2', '/v2/reports/costsummary', {
      query,
      success: CostSummaryV2,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
