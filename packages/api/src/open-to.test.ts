import { Context } from 'effect'
import { HttpApi } from 'effect/http-api'
import { describe, expect, test } from 'vitest'
import { OpenTo, ServiceOnly, SignedIn, type WhoMayCall } from './authorization.ts'
import { DeskApi } from './contract.ts'

interface Declared {
  readonly name: string
  readonly who: WhoMayCall | 'nobody'
  /** The middleware that asks for a token. */
  readonly asks: 'session' | 'service token' | 'nothing'
}

const declared: Declared[] = []
HttpApi.reflect(DeskApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, middleware }) => {
    const keys = new Set([...middleware].map(({ key }) => key))
    declared.push({
      name: `${endpoint.method} ${endpoint.path}`,
      who: Context.get(endpoint.annotations, OpenTo),
      asks: keys.has(SignedIn.key) ? 'session' : keys.has(ServiceOnly.key) ? 'service token' : 'nothing',
    })
  },
})

describe('who may call an endpoint (§6.11, domain.md §8)', () => {
  test('every endpoint declares it', () => {
    expect(declared.filter(({ who }) => who === 'nobody')).toEqual([])
  })

  test('and stands behind the middleware that asks for the token it means', () => {
    const tokenOf = (who: string) => (who === 'anybody' ? 'nothing' : who === 'gateway' ? 'service token' : 'session')
    expect(declared.filter(({ who, asks }) => tokenOf(who) !== asks)).toEqual([])
  })
})
