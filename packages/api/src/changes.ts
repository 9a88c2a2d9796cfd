import { Changes, ChangesQuery, WatchVerdict } from '@desk/schema/changes/changes'
import { Topic } from '@desk/schema/push/frames'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, ServiceOnly, SignedIn, WorksOn } from './authorization.ts'
import { COMMON_ERRORS, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'

/** The change feed, for the gateway alone. */
export class ChangesApi extends HttpApiGroup.make('changes')
  .add(
    HttpApiEndpoint.get('read', '/v1/changes', {
      query: ChangesQuery,
      success: Changes,
      error: COMMON_ERRORS,
    }).annotate(OpenTo, 'gateway'),
  )
  .middleware(DecodeFaults)
  .middleware(ServiceOnly) {}

/** Whether the viewer may watch this topic, and in which view; the gateway asks with the viewer's token. */
export class WatchesApi extends HttpApiGroup.make('watches')
  .add(
    HttpApiEndpoint.get('may', '/v1/watches', {
      query: { topic: Topic },
      success: WatchVerdict,
      error: NotFound,
    })
      // every session follows its account; the topics of a project or survey are for whom projects are open
      .annotate(OpenTo, 'signedIn')
      .annotate(WorksOn, 'defended account')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
