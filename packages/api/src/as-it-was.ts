import { PastMoment, ProjectAsItWas, SurveyAsItWas } from '@desk/schema/figures/as-it-was'
import { IdFromText } from '@desk/schema/ids/ids'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

const asked = { params: { id: IdFromText }, query: { ...PastMoment.fields, ...pageQuery } }

/** Tables as they were at a moment that is over (forecast.md §7). A moment to come, or before the object was made, is refused in words. */
export class AsItWasApi extends HttpApiGroup.make('asItWas')
  .add(
    HttpApiEndpoint.get('survey', '/v1/as-it-was/survey/:id', { ...asked, success: SurveyAsItWas, error: NotFound })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('project', '/v1/as-it-was/project/:id', { ...asked, success: ProjectAsItWas, error: NotFound })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
