import { Dashboard, DashboardFilters } from '@desk/schema/dashboard/dashboard'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn, WorksOn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'

/**
 * The figures of the native dashboard (defender.md §5), read at once and as of one moment; for every role of either
 * type of account.
 */
export class DashboardApi extends HttpApiGroup.make('dashboard')
  .add(
    HttpApiEndpoint.get('read', '/v1/dashboard', {
      query: DashboardFilters.fields,
      success: Dashboard,
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(WorksOn, 'defended account')
      .annotate(KeyAccess, 'read_figures'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
