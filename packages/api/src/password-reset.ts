import { PASSWORD_MAX_LENGTH } from '@desk/schema/users/password-rules'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo } from './authorization.ts'
import { COMMON_ERRORS, NotFound } from './errors.ts'

export const ResetBody = Schema.Struct({
  username: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(320)),
})

export const NewPasswordBody = Schema.Struct({
  password: Schema.String.check(Schema.isMaxLength(PASSWORD_MAX_LENGTH)),
  confirm_password: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(PASSWORD_MAX_LENGTH))),
})

const Said = Schema.Struct({ message: Schema.String })

/**
 * A new password by mail, without a bearer token: api:A5 (the answer does not reveal whether the user exists), A6 (the token of
 * the mail's link, once).
 */
export class PasswordResetApi extends HttpApiGroup.make('passwordReset')
  .add(
    HttpApiEndpoint.post('request', '/v1/reset', { payload: ResetBody, success: Said, error: COMMON_ERRORS }).annotate(
      OpenTo,
      'anybody',
    ),
    HttpApiEndpoint.post('complete', '/v1/reset-password/:resetToken', {
      params: { resetToken: Schema.String.check(Schema.isMaxLength(200)) },
      payload: NewPasswordBody,
      success: Said,
      error: [...COMMON_ERRORS, NotFound],
    }).annotate(OpenTo, 'anybody'),
  )
  .middleware(DecodeFaults) {}
