import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG, environmentOf, type ClientConfig } from '../config.ts'
import { memoryStorage } from '../storage/browser-storage.ts'
import { openTokenStore, type TokenStore } from '../storage/token-store.ts'
import { ApiError, fieldErrorsOf } from './api-error.ts'
import { addressOf, sendRequest, type HttpRequest, type RequestPorts } from './send-request.ts'

const json = (body: unknown, init: { status?: number; headers?: Readonly<Record<string, string>> } = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json', ...init.headers } })

interface Setup {
  readonly answer?: (request: Request, callNo: number) => Response | Promise<Response>
  readonly token?: string
  readonly config?: ClientConfig
  readonly hostname?: string
}

function setup({ answer = () => json({}), token, config = DEFAULT_CONFIG, hostname = 'desk.example' }: Setup = {}) {
  const sent: Request[] = []
  const tokens: TokenStore = openTokenStore(memoryStorage(), memoryStorage())
  if (token !== undefined) tokens.start(token, false)
  const counts = { unauthorized: 0 }
  const ports: RequestPorts = {
    fetch: async (input, init) => {
      const request = new Request(new URL(input as string, 'https://desk.example'), init)
      sent.push(request)
      return answer(request, sent.length)
    },
    config: async () => config,
    environment: given => environmentOf(hostname, given),
    token: () => tokens.held(),
    renewToken: (renewed, generation) => tokens.renew(renewed, generation),
    onUnauthorized: () => void (counts.unauthorized += 1),
    nowMs: () => Date.parse('2026-01-01T00:00:00Z'),
  }
  return { sent, tokens, counts, call: (request: HttpRequest) => sendRequest(request, ports) }
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (failure: unknown) => failure,
  )

describe('the base of all calls (§7.1)', () => {
  const config: ClientConfig = {
    ...DEFAULT_CONFIG,
    hosts: { 'app.example': 'production', 'stage.example': 'staging', 'qa.example': 'qa', 'dev.example': 'dev' },
    apiBases: {
      production: 'https://api.example',
      staging: 'https://api.stage.example',
      qa: 'https://api.qa.example',
      dev: 'https://api.dev.example',
      local: '',
      other: '',
    },
  }

  test.each([
    ['app.example', 'https://api.example/v1/projects'],
    ['stage.example', 'https://api.stage.example/v1/projects'],
    ['qa.example', 'https://api.qa.example/v1/projects'],
    ['dev.example', 'https://api.dev.example/v1/projects'],
    ['127.0.0.1', '/v1/projects'],
    ['elsewhere.example', '/v1/projects'],
  ])('depends on the environment: %s (§7.1)', (hostname, address) => {
    expect(addressOf('/v1/projects', config, environmentOf(hostname, config))).toBe(address)
  })

  test('a path with /mock-api/ goes to the local mock server, one with /desk-api/ to the desk host itself (§7.3)', () => {
    expect(addressOf('/mock-api/v1/projects', { ...config, mockServer: 'http://127.0.0.1:4999' }, 'production')).toBe(
      'http://127.0.0.1:4999/mock-api/v1/projects',
    )
    expect(addressOf('/desk-api/desk/get-bi-token', config, 'production')).toBe('/desk-api/desk/get-bi-token')
    expect(
      addressOf('/desk-api/desk/get-bi-token', { ...config, deskHost: 'https://desk.example' }, 'production'),
    ).toBe('https://desk.example/desk-api/desk/get-bi-token')
  })
})

describe('the headers of a call', () => {
  test('every call carries X-Requested-With and the stored bearer token (§7.2)', async () => {
    const { sent, call } = setup({ token: 'abc' })
    await call({ method: 'GET', path: '/v1/projects' })
    expect(Object.fromEntries(sent[0]!.headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer abc',
      'x-requested-with': 'XMLHttpRequest',
    })
  })

  test('a path with /reset-password sends no token (§7.2, api:A6)', async () => {
    const { sent, call } = setup({ token: 'abc' })
    await call({ method: 'POST', path: '/v1/reset-password/r3s3t', body: { password: 'x' } })
    expect(Object.fromEntries(sent[0]!.headers)).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
    })
  })

  test('without a stored token there is no Authorization header (§7.2)', async () => {
    const { sent, call } = setup()
    await call({ method: 'POST', path: '/v1/login', body: { username: 'a', password: 'b' } })
    expect(sent[0]!.headers.get('authorization')).toBeNull()
  })

  test('a form goes as multipart, with the boundary that the browser sets', async () => {
    const { sent, call } = setup()
    const form = new FormData()
    form.append('file', new Blob(['rdud']), 'list.csv')
    await call({ method: 'POST', path: '/v1/ratecard', body: form })
    expect(sent[0]!.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
  })
})

describe('the parameters of a call', () => {
  test('become the query; a signal among them is stripped, empty ones are left out (§7.4)', async () => {
    const { sent, call } = setup()
    const { signal } = new AbortController()
    await call({
      method: 'GET',
      path: '/v1/projects',
      params: { status: 1, search: 'tea & co', consultant: undefined, ids: [1, 2], signal },
    })
    expect(sent[0]!.url).toBe('https://desk.example/v1/projects?status=1&search=tea+%26+co&ids=1&ids=2')
  })

  test('the stripped signal aborts the call, which then fails with the reason of the signal (§7.4)', async () => {
    const controller = new AbortController()
    const { call } = setup({
      answer: request =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
        ),
    })
    const failure = failureOf(call({ method: 'GET', path: '/v1/projects', params: { signal: controller.signal } }))
    const reason = new DOMException('left the page', 'AbortError')
    controller.abort(reason)
    expect(await failure).toBe(reason)
  })

  test('a signal aborts a form with a file that is on its way, whose failure is the reason (§7.33)', async () => {
    const controller = new AbortController()
    const { sent, call } = setup({
      answer: request =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
        ),
    })
    const body = new FormData()
    body.append('file', new Blob(['1,2']), 'card.csv')
    const failure = failureOf(
      call({ method: 'POST', path: '/v1/ratecard', body, params: { signal: controller.signal } }),
    )
    await expect.poll(() => sent.length).toBe(1)
    controller.abort(new DOMException('left the page', 'AbortError'))
    expect([await failure, sent[0]?.headers.get('content-type')]).toEqual([
      controller.signal.reason,
      expect.stringMatching(/^multipart\/form-data; boundary=/),
    ])
  })

  test('a call whose signal is already aborted sends nothing (§7.4)', async () => {
    const { sent, call } = setup()
    await failureOf(call({ method: 'GET', path: '/v1/projects', params: { signal: AbortSignal.abort() } }))
    expect(sent).toEqual([])
  })
})

describe('the answer of a call', () => {
  test('is unwrapped to its body (§7.4)', async () => {
    const { call } = setup({ answer: () => json([{ pm_proj_ud: 1 }]) })
    expect(await call({ method: 'GET', path: '/v1/projects' })).toEqual([{ pm_proj_ud: 1 }])
  })

  test('an empty answer is undefined, a file is a Blob (§7.4)', async () => {
    const { call } = setup({
      answer: (_, callNo) =>
        callNo === 1
          ? new Response(null, { status: 204 })
          : new Response('PK', { headers: { 'content-type': 'application/zip' } }),
    })
    expect(await call({ method: 'POST', path: '/v1/logout' })).toBeUndefined()
    const file = await call({ method: 'POST', path: '/v1/project/1/project-documents/download' })
    expect(file instanceof Blob ? await file.text() : file).toBe('PK')
  })

  test('a file of JSON lines that is read while it comes is a Blob of all its lines, not the last of them (§2.28, §7.4)', async () => {
    const lines = '{"rid":"a"}\n{"rid":"b"}\n'
    const { call } = setup({
      answer: () => new Response(lines, { headers: { 'content-type': 'application/jsonl; charset=utf-8' } }),
    })
    const file = await call({ method: 'GET', path: '/v1/file', onReceived: () => undefined })
    expect(file instanceof Blob ? await file.text() : file).toBe(lines)
  })

  test('a file that breaks off after its first bytes is a failure, never a short file (§2.28, §8.2)', async () => {
    const { call } = setup({
      answer: () => {
        let parts = 0
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            parts += 1
            if (parts === 1) controller.enqueue(new TextEncoder().encode('"Head"\r\n'))
            else controller.error(new TypeError('network error'))
          },
        })
        return new Response(body, { headers: { 'content-type': 'text/csv' } })
      },
    })
    const failure = await failureOf(call({ method: 'GET', path: '/v1/file', onReceived: () => undefined }))
    expect(failure).toMatchObject({ status: 0, message: 'Encountered an error. Please try again later.' })
  })

  test('set-authorization replaces the stored token, of refusing answers too (§7.4)', async () => {
    const { sent, call, tokens } = setup({
      token: 'first',
      answer: (_, callNo) =>
        callNo === 1
          ? json({}, { headers: { 'set-authorization': 'Bearer second' } })
          : json({ message: 'no' }, { status: 403, headers: { 'set-authorization': 'third' } }),
    })
    await call({ method: 'GET', path: '/v1/projects' })
    await failureOf(call({ method: 'GET', path: '/v1/projects' }))
    expect(sent.map(request => request.headers.get('authorization'))).toEqual(['Bearer first', 'Bearer second'])
    expect(tokens.held().token).toBe('third')
  })
})

describe('a call that fails', () => {
  test('gives the refusal as data: status, message, reason, current state, request id', async () => {
    const { call } = setup({
      answer: () =>
        json(
          { message: 'Changed in the meantime', reason: 'stale', current: { statusid: 2 }, request_id: 'r-1' },
          { status: 409 },
        ),
    })
    const failure = await failureOf(call({ method: 'PATCH', path: '/v1/survey-streams', body: {} }))
    expect(failure).toEqual(
      new ApiError({
        status: 409,
        message: 'Changed in the meantime',
        reason: 'stale',
        current: { statusid: 2 },
        requestId: 'r-1',
      }),
    )
    const { status, reason, current, details, requestId, retryAfterMs } = failure as ApiError
    expect({ status, reason, current, details, requestId, retryAfterMs }).toEqual({
      status: 409,
      reason: 'stale',
      current: { statusid: 2 },
      details: [],
      requestId: 'r-1',
      retryAfterMs: null,
    })
  })

  test('gives the faults of a refused body with their paths (§5.28)', async () => {
    const details = [{ path: ['user', 'firstname'], message: '"firstname" is required' }]
    const { call } = setup({ answer: () => json({ message: 'Refused', details }, { status: 422 }) })
    const failure = await failureOf(call({ method: 'POST', path: '/v1/users', body: {} }))
    expect((failure as ApiError).details).toEqual(details)
  })

  test('maps those faults to fields: paths joined with underscores, quotes out of the messages (§5.28)', () => {
    const failure = new ApiError({
      status: 422,
      message: 'Refused',
      details: [
        { path: ['user', 'firstname'], message: '"firstname" is required' },
        { path: ['password'], message: 'Passwords do not match' },
      ],
    })
    expect([
      fieldErrorsOf(failure),
      fieldErrorsOf(new ApiError({ status: 500, message: 'x' })),
      fieldErrorsOf(new Error('x')),
    ]).toEqual([{ user_firstname: 'firstname is required', password: 'Passwords do not match' }, {}, {}])
  })

  test.each([
    ['seconds in the header', { 'retry-after': '7' }, {}, 7_000],
    ['a date in the header', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, {}, 30_000],
    ['seconds in the body', {}, { retry_after_seconds: 12 }, 12_000],
  ])('says when to try again: %s', async (_, headers, body, retryAfterMs) => {
    const { call } = setup({ answer: () => json({ message: 'Too many tries', ...body }, { status: 429, headers }) })
    const failure = await failureOf(call({ method: 'POST', path: '/v1/login', body: {} }))
    expect((failure as ApiError).retryAfterMs).toBe(retryAfterMs)
  })

  test('without any answer, or with one that is no JSON, has the generic text (§8.2)', async () => {
    const { call } = setup({
      answer: (_, callNo) => {
        if (callNo === 1) throw new TypeError('Failed to fetch')
        return new Response('<html>Bad gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })
      },
    })
    const failures = [
      await failureOf(call({ method: 'GET', path: '/v1/projects' })),
      await failureOf(call({ method: 'GET', path: '/v1/projects' })),
    ]
    expect(failures.map(failure => [(failure as ApiError).status, (failure as ApiError).message])).toEqual([
      [0, 'Encountered an error. Please try again later.'],
      [502, 'Encountered an error. Please try again later.'],
    ])
  })
})

describe('a 401', () => {
  test('ends the session, once for each refused call (§4.7, §8.1)', async () => {
    const { call, counts } = setup({ token: 'old', answer: () => json({ message: 'Session ended' }, { status: 401 }) })
    const failure = await failureOf(call({ method: 'GET', path: '/v1/projects' }))
    expect([counts.unauthorized, (failure as ApiError).status]).toEqual([1, 401])
  })

  test('to a sign-in is a wrong password and ends nothing (§4.7, api:A1)', async () => {
    const { call, counts } = setup({ answer: () => json({ message: 'Wrong' }, { status: 401 }) })
    await failureOf(call({ method: 'POST', path: '/v1/login', body: {} }))
    expect(counts.unauthorized).toBe(0)
  })

  test('to a token that another call has renewed since is asked again with the new one (§7.4)', async () => {
    const { sent, call, counts, tokens } = setup({
      token: 'first',
      answer: request => {
        if (request.headers.get('authorization') === 'Bearer second') return json('fine')
        tokens.renew('second', tokens.held().generation)
        return json({ message: 'Session ended' }, { status: 401 })
      },
    })
    expect(await call({ method: 'GET', path: '/v1/projects' })).toBe('fine')
    expect([sent.length, counts.unauthorized]).toEqual([2, 0])
  })
})

describe('law 4: an answer to a session that is over', () => {
  test('is discarded, and its renewed token is not stored', async () => {
    const { call, counts, tokens } = setup({
      token: 'account 1',
      answer: () => {
        tokens.start('account 2', false)
        return json([{ secret: 'of account 1' }], { headers: { 'set-authorization': 'account 1 again' } })
      },
    })
    const failure = await failureOf(call({ method: 'GET', path: '/v1/projects' }))
    expect([failure instanceof DOMException && failure.name, tokens.held().token, counts.unauthorized]).toEqual([
      'AbortError',
      'account 2',
      0,
    ])
  })
})
