import { Id, IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'

/** What the drawer sends (§7.20): the user as it was, its password emptied, with the chosen zone. Only the zone is taken. */
export const OwnUserUpdate = Schema.Struct({
  uid: Id,
  password: Schema.Literal(''),
  user_time_zone: Id,
})

export const UserSaveAnswer = Schema.Struct({
  status: Schema.Int,
  message: Schema.String,
  data: Schema.Struct({ uid: Id }),
})

/** A user's own settings from the drawer. */
export class UsersApi extends HttpApiGroup.make('users')
  .add(
    HttpApiEndpoint.put('updateOwn', '/v1/users/:id', { params: { id: IdFromText }, payload: OwnUserUpdate, success: UserSaveAnswer, error: NotFound }),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
