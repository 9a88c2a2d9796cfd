import { Effect } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import express from 'express'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { contractAdapter } from '../http/contract-adapter.ts'
import { BLANKS, MEDIA_TYPES } from './file-column.ts'
import { giveFile } from './give-file.ts'

/** A platform whose one file is made by a search that finds nothing, until it is stopped or fails. */
async function searching(format: 'csv' | 'jsonl', head: string, method: 'GET' | 'HEAD' = 'GET') {
  let fail: (reason: Error) => void = () => undefined
  let stopped: () => void = () => undefined
  const isStopped = new Promise<void>(resolve => (stopped = resolve))
  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (head !== '') yield Buffer.from(head)
    await new Promise<void>((_, reject) => (fail = reject))
  }
  const file = {
    name: 'file',
    mediaType: MEDIA_TYPES[format],
    bytes: bytes(),
    blank: BLANKS[format],
    stop: () => {
      stopped()
      fail(new Error('The reader of the lines has gone'))
    },
  }
  const answer = async (request: Request) => {
    const asked = Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request))
    return HttpServerResponse.toWeb(await Effect.runPromise(asked(giveFile(file))))
  }
  const server = createServer(
    express().use(contractAdapter(answer, pino({ level: 'silent' }), () => '192.0.2.1')),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const gone = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/v1/file`, {
    method,
    headers: { 'x-requested-with': 'test' },
    signal: gone.signal,
  })
  return {
    response,
    leave: () => gone.abort(),
    fail: (reason: Error) => fail(reason),
    isStopped,
  }
}

/** Sooner than the first sign of life. */
const AT_ONCE_MS = 5_000

test.each([
  ['csv', '"Head"\r\n'],
  ['jsonl', ''],
] as const)(
  '%s begins before anybody was found, and ends its search when its reader leaves (§2.28)',
  async (format, head) => {
    const { response, leave, isStopped } = await searching(format, head)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, MEDIA_TYPES[format]])
    leave()
    await isStopped
  },
  AT_ONCE_MS,
)

test(
  'a request for the head alone leaves no search behind (§2.28)',
  async () => {
    const { response, isStopped } = await searching('csv', '"Head"\r\n', 'HEAD')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, MEDIA_TYPES.csv])
    await isStopped
  },
  AT_ONCE_MS,
)

test('a search that fails after the first bytes cuts the file off, so that no client takes it for whole (§2.28)', async () => {
  const { response, fail } = await searching('csv', '"Head"\r\n')
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBe(1)
  fail(new Error('the database is away'))
  await expect(reader?.read()).rejects.toThrow('terminated')
})
