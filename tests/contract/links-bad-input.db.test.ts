import { usePlatform } from '@desk/platform/testing/platform'
import { beforeAll, describe, expect, test } from 'vitest'
import { BAD_BODIES, BAD_ENCODINGS, BAD_PARAMETERS, badValues } from './bad-values.ts'
import type { Ids } from '../calls/endpoint.ts'
import { faultOf, rawCall, type RawAnswer, type RawCall } from './raw-call.ts'
import { setTheStage } from './stage.ts'
import { useWrites } from './stored.ts'

const TEXTS = [...BAD_PARAMETERS, ...BAD_ENCODINGS, 'a%0d%0aX-Injected:%201', '%F0%9F%92%A9', 'x'.repeat(2_001)]
const MANY = Array.from({ length: 150 }, (_, no) => `p${no}=1`).join('&')

const platform = usePlatform()
let ids: Ids
let rdud: string

beforeAll(async () => {
  ids = await setTheStage(platform().database)
  const entry = await rawCall(platform().url, {
    method: 'GET',
    path: `/entry/${ids.source}?sup=${ids.supplier}&rid=somebody`,
  })
  rdud = /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(entry.headers.location ?? '')?.[1] ?? ''
})
const written = useWrites(() => platform().databaseUrl)

/** A person gets a page, and every answer its request's id; nothing is ever our fault. */
function faultOfPage({ status, headers, text }: RawAnswer): string | null {
  if (status >= 500 || status < 200) return `${status} ${text.slice(0, 200)}`
  if (!headers['x-request-id']) return `${status} without the request's id`
  if (headers['x-injected']) return `${status} with a header that the request wrote`
  if (status >= 400 && !(String(headers['content-type']).startsWith('text/html') && text.includes('<h1>')))
    return `${status} without a page: ${text.slice(0, 100)}`
  return null
}

/** Sends calls one after the other; gives the faults of the answers, and the changes by refused calls. */
async function faultsOf(calls: readonly RawCall[], judge: (answer: RawAnswer) => string | null): Promise<string[]> {
  const faults: string[] = []
  for (const call of calls) {
    await written()
    const answer = await rawCall(platform().url, call)
    const tables = await written()
    const what = `${call.method} ${call.path.slice(0, 120)} ${String(call.body ?? '').slice(0, 80)}`
    const fault = judge(answer)
    if (fault !== null) faults.push(`${what}: ${fault}`)
    const changed = answer.status >= 400 ? tables : []
    if (changed.length > 0) faults.push(`${what}: ${answer.status}, and changed ${changed.join(', ')}`)
  }
  return faults
}

describe("bad input to the respondents' links has a clear answer, never a 500, and a refused one changes nothing (I1, I2)", () => {
  test('the source of GET /entry/{streamId}', { timeout: 60_000 }, async () => {
    expect(
      await faultsOf(
        TEXTS.map(text => ({ method: 'GET', path: `/entry/${text}?rid=a` })).filter(
          ({ path }) => !path.startsWith('/entry/?') && !path.includes('/entry/..') && !path.includes('%2e'),
        ),
        faultOfPage,
      ),
    ).toEqual([])
  })

  test.each(['sup', 'rid', 't', 'fp', 'age', '__proto__'])(
    '?%s of GET /entry/{streamId}',
    { timeout: 60_000 },
    async name => {
      const base = Object.entries({ sup: String(ids.supplier), rid: 'r' })
        .filter(([other]) => other !== name)
        .map(([other, value]) => `${other}=${value}`)
      const queries = [
        ...TEXTS.map(text => `${name}=${text}`),
        name,
        `${name}=1&${name}=2`,
        `${name}[]=1`,
        `${name}[__proto__]=1`,
        '',
        MANY,
      ]
      expect(
        await faultsOf(
          queries.map(query => ({ method: 'GET', path: `/entry/${ids.source}?${[...base, query].join('&')}` })),
          faultOfPage,
        ),
      ).toEqual([])
    },
  )

  test.each(['rdud', 'inbound_code', 'hash', 'x'])('?%s of GET /return', { timeout: 60_000 }, async name => {
    const base = Object.entries({ rdud, inbound_code: '7777' })
      .filter(([other]) => other !== name)
      .map(([other, value]) => `${other}=${value}`)
    const queries = [...TEXTS.map(text => `${name}=${text}`), name, `${name}=1&${name}=2`, `${name}[]=1`, '', MANY]
    expect(
      await faultsOf(
        queries.map(query => ({ method: 'GET', path: `/return?${[...base, query].join('&')}` })),
        faultOfPage,
      ),
    ).toEqual([])
  })

  test('every field of POST /return', { timeout: 120_000 }, async () => {
    const headers = { 'Content-Type': 'application/json' }
    const base: Record<string, string> = { rdud: JSON.stringify(rdud), inbound_code: '"7777"' }
    const bodies = [...Object.keys(base), 'hash', 'more'].flatMap(name => {
      const others = Object.entries(base).flatMap(([other, json]) => (other === name ? [] : [`"${other}":${json}`]))
      return [
        ...badValues({ type: 'string', maxLength: 200 }).map(
          ({ json }) => `{${[...others, `"${name}":${json}`].join(',')}}`,
        ),
        `{${others.join(',')}}`,
        `{${[...others, `"${name}":"1"`, `"${name}":"1"`].join(',')}}`,
      ]
    })
    const wholes = BAD_BODIES.map(bad => ({
      method: 'POST',
      path: '/return',
      body: bad.body,
      headers: { ...headers, ...bad.headers },
    }))
    const forms = TEXTS.map(text => ({
      method: 'POST',
      path: '/return',
      body: `rdud=${rdud}&inbound_code=${text}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }))
    const calls = [
      ...bodies.map(body => ({ method: 'POST', path: '/return', body, headers })),
      ...wholes,
      ...forms,
      { method: 'POST', path: '/return?rdud=1', body: '{}', headers },
    ]
    expect(await faultsOf(calls, faultOf)).toEqual([])
  })

  test('other methods', async () => {
    const calls = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map(method => ({
      method,
      path: `/entry/${ids.source}?rid=other`,
    }))
    const more = ['PUT', 'DELETE', 'PATCH', 'OPTIONS'].map(method => ({
      method,
      path: `/return?rdud=${rdud}&inbound_code=1000`,
    }))
    expect(await faultsOf([...calls, ...more], faultOf)).toEqual([])
  })
})
