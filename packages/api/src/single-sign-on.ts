import {
  Confirmed,
  SignOn,
  SignOnChanges,
  SignOnSecret,
  SignOnStart,
  SignOnStarted,
  SignOnState,
  SignOnTest,
  SignOnTested,
} from '@desk/schema/single-sign-on/sign-on'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { ChallengeAnswer, LoginAnswer } from './auth.ts'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { COMMON_ERRORS, Conflict, NotFound } from './errors.ts'

/** Signing on by the provider of an account, without a token (docs/decisions/0046). Between the two calls the browser is at the provider, and comes back by the callback. */
export class SignOnApi extends HttpApiGroup.make('signOn')
  .add(
    HttpApiEndpoint.post('start', '/v1/login/single-sign-on', {
      payload: SignOnStart,
      success: SignOnStarted,
      error: [...COMMON_ERRORS, NotFound, Conflict],
    }).annotate(OpenTo, 'anybody'),
    // the cookie of the start says which sign-on it is
    HttpApiEndpoint.post('finish', '/v1/login/single-sign-on/finish', {
      success: Schema.Union([LoginAnswer, ChallengeAnswer]),
      error: COMMON_ERRORS,
    }).annotate(OpenTo, 'anybody'),
  )
  .middleware(DecodeFaults) {}

/** Signing on again by the provider of one's account, which confirms who one is in place of the password (S8, docs/decisions/0046). */
export class SignOnAgainApi extends HttpApiGroup.make('signOnAgain')
  .add(
    HttpApiEndpoint.post('start', '/v1/confirmation/single-sign-on', {
      success: SignOnStarted,
      error: Conflict,
    }).annotate(OpenTo, 'anySession'),
    // the cookie of the start says which sign-on it is
    HttpApiEndpoint.post('finish', '/v1/confirmation/single-sign-on/finish', { success: Confirmed }).annotate(
      OpenTo,
      'anySession',
    ),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/** The single sign-on of an account, for its admins. */
export class SingleSignOnApi extends HttpApiGroup.make('singleSignOn')
  .add(
    HttpApiEndpoint.get('read', '/v1/single-sign-on', { success: SignOnState }).annotate(
      OpenTo,
      'manage single sign-on',
    ),
    HttpApiEndpoint.put('change', '/v1/single-sign-on', {
      payload: SignOnChanges,
      success: SignOn,
      error: Conflict,
    }).annotate(OpenTo, 'manage single sign-on'),
    HttpApiEndpoint.post('setSecret', '/v1/single-sign-on/secret', {
      payload: SignOnSecret,
      success: SignOn,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage single sign-on'),
    HttpApiEndpoint.post('test', '/v1/single-sign-on/test', {
      payload: SignOnTest,
      success: SignOnTested,
    }).annotate(OpenTo, 'manage single sign-on'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
