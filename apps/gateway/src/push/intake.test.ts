import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { rawClient, type RawClient } from '../testing/raw-client.ts'
import type { StubPlatform } from '../testing/stub-platform.ts'
import { connect, startBoth } from '../testing/use-gateway.ts'

/** The packets that a connection may send before its user is known. */
const PACKETS = 10

/** A client's frame of any kind, masked with zeros. */
const frame = (first: number, payload: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      payload.length < 126 ? [first, 0x80 | payload.length] : [first, 0xfe, payload.length >> 8, payload.length & 0xff],
    ),
    Buffer.alloc(4),
    payload,
  ])
const text = (payload: string): Buffer => frame(0x81, Buffer.from(payload))
const bytes = (size: number): Buffer => frame(0x82, Buffer.alloc(size))
let tokens = 0
/** A sign-in by a token that no other has. */
const signInText = (): string => `40${JSON.stringify({ token: String((tokens += 1)).padStart(43, 't') })}`
const signIn = (): Buffer => text(signInText())
const many = (count: number, each: (no: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, no) => each(no)))

const signInsAt = ({ requests }: StubPlatform): number =>
  requests.filter(({ headers }) => headers.authorization?.includes('tttt')).length

async function ended({ tcp }: RawClient): Promise<void> {
  tcp.on('error', () => undefined) // cut: 'close' follows
  tcp.resume()
  if (!tcp.closed) await once(tcp, 'close')
}

describe('a connection that has not signed in is cut when it sends (F12)', () => {
  test.each([
    ['many sign-ins', many(1_000, signIn)],
    ['sign-ins to many namespaces', many(1_000, no => text(`40/n${no},{}`))],
    ['many packets of the protocol below', many(1_000, () => text('3'))],
    ['attachments that no message announces', many(20, () => bytes(16_000))],
    ['messages with attachments', many(100, () => Buffer.concat([text('4510-["watch"]'), bytes(16_000)]))],
    ['large messages', many(40, () => text(`42["watch","${'x'.repeat(15_000)}"]`))],
    ['pings', many(40_000, () => frame(0x89, Buffer.alloc(0)))],
    [
      'a message in very many parts',
      Buffer.concat([frame(0x01, Buffer.from('4')), many(40_000, () => frame(0x00, Buffer.alloc(0)))]),
    ],
    ['a message larger than any', frame(0x81, Buffer.alloc(60_000, '4'))],
  ])('%s', async (_, sent) => {
    const { gateway, platform } = await startBoth()
    const client = await rawClient(gateway, null)
    client.tcp.write(sent)
    await ended(client)
    expect(signInsAt(platform)).toBeLessThanOrEqual(PACKETS)
  })

  test('many sign-ins by polling', async () => {
    const { gateway, platform } = await startBoth()
    const polling = `${gateway.url}/socket.io/?EIO=4&transport=polling`
    const opened = await (await fetch(polling)).text()
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
    const body = Array.from({ length: 200 }, signInText).join('\x1e')
    const post = () =>
      fetch(`${polling}&sid=${sid}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } }).then(
        ({ status }) => status,
        () => 0,
      )
    await post()
    expect(await post()).toBe(400)
    expect(signInsAt(platform)).toBeLessThanOrEqual(PACKETS)
  })
})

test('the sign-ins of one address wait for each other, and leave the platform to others (F12)', async () => {
  const { gateway, platform } = await startBoth()
  let waiting = 0
  platform.routes.set('GET /v1/watches', () => void (waiting += 1))
  const clients = await Promise.all(Array.from({ length: 30 }, () => rawClient(gateway, null)))
  for (const client of clients) client.tcp.write(many(PACKETS, signIn))
  await expect.poll(() => waiting).toBe(16)
})

test('a signed-in client may send 200 messages at once, and is cut when it goes on (F12)', async () => {
  const { gateway, platform } = await startBoth()
  const token = platform.signIn('ada')
  const [client, honest] = [await rawClient(gateway, token), await connect(gateway, platform.signIn('bob'))]
  for (let no = 0; no < 190; no += 1) client.send(`42${no}["watch",1]`)
  await expect.poll(() => client.messages.filter(message => message.startsWith('43')).length).toBe(190)
  client.tcp.write(many(60, () => text('42["unwatch","projects"]')))
  await ended(client)
  expect((await honest.watch('projects')).ok).toBe(true)
})
