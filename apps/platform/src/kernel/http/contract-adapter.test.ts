import express from 'express'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { contractAdapter } from './contract-adapter.ts'
import { giveRequestId } from './request-id.ts'

const ASKED = { 'x-requested-with': 'test' }

/** Serves a handler behind the adapter; gives a way to ask it with any header. */
async function serve(handler: (request: Request) => Promise<Response>) {
  const app = express()
  app.use(
    giveRequestId,
    contractAdapter(handler, pino({ enabled: false }), () => '192.0.2.1'),
  )
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return async (id: string, headers: Record<string, string> = {}, path = '/v1/anything', asking: object = ASKED) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      agent: false,
      headers: { ...asking, ...headers, 'x-request-id': id },
    })
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const body = JSON.parse(Buffer.concat(await response.toArray()).toString('utf8')) as unknown
    return { status: response.statusCode, body }
  }
}

const ids = ['a', 'b', 'c'].map(letter => letter.repeat(32)) as [string, string, string]

test('a handler that fails is answered with the id of its own request, also of several at once', async () => {
  let begun = 0
  let fail = () => {}
  const allBegan = new Promise<void>(resolve => {
    fail = resolve
  })
  const ask = await serve(async () => {
    begun += 1
    if (begun === ids.length) fail()
    await allBegan
    throw new Error('broken')
  })
  expect(await Promise.all(ids.map(id => ask(id)))).toEqual(
    ids.map(id => ({
      status: 500,
      body: { message: 'Encountered an error. Please try again later.', request_id: id },
    })),
  )
})

test('a Host header that makes no address is answered 400 with the id of the request', async () => {
  const ask = await serve(async () => Response.json({}))
  expect(await ask(ids[0], { host: 'a b' })).toEqual({
    status: 400,
    body: { _tag: 'Unreadable', message: 'The request could not be read.', request_id: ids[0] },
  })
})

test('an address or method that nothing takes is answered 404 as any other, with its tag', async () => {
  const ask = await serve(async () => new Response(null, { status: 404 }))
  expect(await ask(ids[0])).toEqual({
    status: 404,
    body: { _tag: 'NotFound', message: 'There is nothing here.', request_id: ids[0] },
  })
})

test.each([
  '/scim/../v1/logout',
  '/scim/..;/v1/logout',
  '/scim/%2e%2e/v1/logout',
  '/scim/.%2E/v1/logout',
  '/scim/x/../../v1/logout',
  String.raw`/scim/..\v1\logout`,
  '/SCIM/../v1/logout',
  '/v1/mcp/../logout',
  '/v1/document-files/..',
  '/v1/statement-keys/../',
  '/openapi.json/../v1/logout',
  '//scim/../v1/logout',
  '/v1/logout;/scim/',
])('%s passes no demand for X-Requested-With: no handler sees it (S5)', async path => {
  let seen = 0
  const ask = await serve(async () => {
    seen += 1
    return Response.json({})
  })
  const { status } = await ask(ids[0], {}, path, {})
  expect([status === 400 || status === 403, seen]).toEqual([true, 0])
})
