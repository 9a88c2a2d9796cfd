import { OpenSession } from '@desk/schema/sessions/open-session'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/** The id of a session. */
export const SessionId = Schema.String.check(Schema.isPattern(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

/** The caller's sessions: list, end one, end all others. Sockets of an ended session close at once. */
export class SessionsApi extends HttpApiGroup.make('sessions')
  .add(
    HttpApiEndpoint.get('list', '/v1/sessions', { query: pageQuery, success: Schema.Array(OpenSession) })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.delete('endOthers', '/v1/sessions', { success: HttpApiSchema.NoContent })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.delete('end', '/v1/sessions/:id', {
      params: { id: SessionId },
      success: HttpApiSchema.NoContent,
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
