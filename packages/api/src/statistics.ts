import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import { IdFromText, wholeFromText } from '@desk/schema/ids/ids'
import { ProjectFilters } from '@desk/schema/projects/project'
import { AccountTraffic, DayOfTraffic, Financials, ManagerPerformance } from '@desk/schema/statistics/statistics'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/** 0 means all business units. */
const unitFromText = wholeFromText(0, GREATEST_ID)
const ofUnit = { a: IdFromText, b: unitFromText }

/**
 * The statistics of an account on the landing page (api:D1–D4): `a` is the account, `b` a business unit or 0 for all of them. The
 * project list's filters (§3.30) restrict them to matching projects; the filters are an addition.
 */
export class StatisticsApi extends HttpApiGroup.make('statistics')
  .add(
    HttpApiEndpoint.get('traffic', '/v1/TrafficStatsForDashboard/:id', {
      params: { id: IdFromText },
      query: ProjectFilters,
      success: AccountTraffic,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('financials', '/v1/Financials/:a/:b', {
      params: ofUnit,
      query: ProjectFilters,
      success: Financials,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('managers', '/v1/ProjectManagersByPerformance/:a/:b', {
      params: ofUnit,
      query: { ...ProjectFilters.fields, ...pageQuery },
      success: Schema.Array(ManagerPerformance),
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('week', '/v1/TrafficStatsForDashboardWeekly', {
      query: ProjectFilters,
      success: Schema.Array(DayOfTraffic),
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
