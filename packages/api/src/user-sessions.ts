import { IdFromText } from '@desk/schema/ids/ids'
import { OpenSession } from '@desk/schema/sessions/open-session'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'
import { SessionId } from './sessions.ts'

const params = { id: IdFromText }

/**
 * The sessions of a user of the account, for its admins: those in this account, to super admins those in every account. Ending all
 * of them ends a user's of this account everywhere, a guest's here.
 */
export class UserSessionsApi extends HttpApiGroup.make('userSessions')
  .add(
    HttpApiEndpoint.get('list', '/v1/users/:id/sessions', {
      params,
      query: pageQuery,
      success: Schema.Array(OpenSession),
      error: NotFound,
    })
      .annotate(OpenTo, 'manage users')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.delete('endAll', '/v1/users/:id/sessions', {
      params,
      success: HttpApiSchema.NoContent,
      error: NotFound,
    })
      .annotate(OpenTo, 'manage users')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.delete('end', '/v1/users/:id/sessions/:session', {
      params: { id: IdFromText, session: SessionId },
      success: HttpApiSchema.NoContent,
      error: NotFound,
    })
      .annotate(OpenTo, 'manage users')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
