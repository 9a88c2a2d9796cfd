import { Effect } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { setHeaders } from '#kernel/http/set-headers'
import { Confirmations } from '../confirmation/confirmations.ts'
import { acsUrl, callbackUrl, metadataUrl, signedOutUrl } from './addresses.ts'
import { issuerFault } from './issuer-fault.ts'
import { changeSignOn, setSecret } from './save-sign-on.ts'
import { readCookie, setCookie } from './sign-on-cookie.ts'
import { sealSecret } from '../sessions/sign-on-secret.ts'
import { SignOnAgain } from './sign-on-again.service.ts'
import { SignOnProviders } from './sign-on-providers.ts'
import { SingleSignOn } from './sign-on.service.ts'
import { findSignOn, signOnOf } from './sign-on.store.ts'

/** Signing on by the provider of an account, without a token. */
export const signOnHandlers = handlersOf(
  'signOn',
  Effect.gen(function* () {
    const singleSignOn = yield* SingleSignOn
    const { publicUrl } = yield* PlatformConfig
    return {
      start: Effect.fn('SignOn.start')(function* ({ payload }, from) {
        const { location, browser } = yield* singleSignOn.start(payload, from)
        yield* setHeaders({ 'set-cookie': setCookie(publicUrl, browser) })
        return { location }
      }),
      finish: Effect.fn('SignOn.finish')(function* (_sent, from) {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        yield* setHeaders({ 'set-cookie': setCookie(publicUrl, '') })
        return yield* singleSignOn.finish(readCookie(publicUrl, headers['cookie']), from)
      }),
    }
  }),
)

/** Signing on again, by which a user confirms who they are (S8). */
export const signOnAgainHandlers = handlersOf(
  'signOnAgain',
  Effect.gen(function* () {
    const signOnAgain = yield* SignOnAgain
    const { publicUrl } = yield* PlatformConfig
    return {
      start: Effect.fn('SignOnAgain.start')(function* (_sent, caller) {
        const { location, browser } = yield* signOnAgain.start(caller)
        yield* setHeaders({ 'set-cookie': setCookie(publicUrl, browser, 'confirm') })
        return { location }
      }),
      finish: Effect.fn('SignOnAgain.finish')(function* (_sent, caller) {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        return yield* signOnAgain.finish(readCookie(publicUrl, headers['cookie'], 'confirm'), caller)
      }),
    }
  }),
)

/** The single sign-on of an account, for its admins: what decides who gets in needs a confirmation (S8). */
export const singleSignOnHandlers = handlersOf(
  'singleSignOn',
  Effect.gen(function* () {
    const database = yield* Database
    const confirmations = yield* Confirmations
    const { publicUrl } = yield* PlatformConfig
    const { key, networks, test } = yield* SignOnProviders
    return {
      read: Effect.fn('SingleSignOn.read')(function* (_sent, { accountId }) {
        const stored = yield* database.readAsAccount(accountId, tx => findSignOn(tx, accountId))
        return {
          account_id: accountId,
          sign_on: stored === undefined ? null : signOnOf(stored),
          callback_url: callbackUrl(publicUrl, accountId),
          acs_url: acsUrl(publicUrl, accountId),
          metadata_url: metadataUrl(publicUrl, accountId),
          sign_out_url: signedOutUrl(publicUrl),
        }
      }),
      // as the system: other accounts' domains count
      change: ({ payload: { confirmation, ...form } }, caller) =>
        Effect.catchTag(
          confirmations.act(
            caller,
            confirmation,
            ['single_sign_on.change', form],
            (tx, actor) => changeSignOn(tx, actor, form, networks),
            'system',
          ),
          'NotFound',
          Effect.die,
        ),
      setSecret: ({ payload: { client_secret: secret, confirmation } }, caller) =>
        confirmations.act(caller, confirmation, ['single_sign_on.secret'], (tx, actor) =>
          setSecret(tx, actor, secret === null ? null : sealSecret(key, actor.accountId, secret)),
        ),
      test: ({ payload: { issuer } }) => {
        const fault = issuerFault(issuer.trim(), networks)
        return fault === null ? test(issuer.trim()) : Effect.succeed({ fault, found: [] })
      },
    }
  }),
)
