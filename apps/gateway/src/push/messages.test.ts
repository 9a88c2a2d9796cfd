import { describe, expect, test } from 'vitest'
import { rawClient } from '../testing/raw-client.ts'
import { connect, startBoth, type TestClient } from '../testing/use-gateway.ts'

/** Sends what the protocol's types do not allow; gives the answer. */
const say = ({ socket }: TestClient, event: string, ...given: unknown[]): Promise<unknown> =>
  (
    socket.timeout(5_000) as unknown as { emitWithAck: (event: string, ...given: unknown[]) => Promise<unknown> }
  ).emitWithAck(event, ...given) // wrong on purpose

const nested = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>(inner => [inner], 'x')

describe('a client’s message is decoded by its schema before anything else sees it (F12)', () => {
  test.each([
    ['an object whose toString is none', { toString: 1 }],
    ['an object without a prototype’s help', { toString: null, valueOf: null }],
    ['a polluted prototype', JSON.parse('{"__proto__":{"ok":true},"constructor":{"prototype":{}}}')],
    ['a number', 2001],
    ['null', null],
    ['a list', ['survey:2001']],
    ['arrays in arrays, a thousand deep', nested(1_000)],
    ['bytes', Buffer.from('survey:2001')],
    ['a text that only begins as a topic', 'survey:2001\0'],
    ['a very long text', 'survey:'.repeat(1_000)],
  ])('watch of %s is answered 400, and the connection goes on', async (_, topic) => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    const answer = await say(client, 'watch', topic)
    expect([answer, (await client.watch('survey:2001')).ok]).toEqual([
      {
        ok: false,
        topic: typeof topic === 'string' ? topic.slice(0, 100) : '',
        status: 400,
        message: 'There is no such topic.',
      },
      true,
    ])
  })

  test('a malformed token, an unknown message and too many arguments are answered 400', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    const answers = await Promise.all([
      say(client, 'token', { toString: 1 }),
      say(client, 'token', 'a b'),
      say(client, '__proto__', 1),
      say(client, 'constructor'),
      say(client, 'error', {}),
      say(client, 'watch', 'projects', 'hours'),
    ])
    const no = (message: string, more: object = {}) => ({ ok: false, ...more, status: 400, message })
    expect(answers).toEqual([
      no('This is no token.'),
      no('This is no token.'),
      ...Array.from({ length: 3 }, () => no('There is no such message.')),
      no('There is no such topic.', { topic: 'projects' }),
    ])
    expect((await client.watch('projects')).ok).toBe(true)
  })

  test('packets with bad acknowledgements, without data or with attachments end no other connection', async () => {
    const { gateway, platform } = await startBoth({ metricsPort: 0 })
    const honest = await connect(gateway, platform.signIn('ada'))
    for (const packet of [
      '42',
      '420',
      '42[]',
      '42["watch"]',
      '42["watch","survey:2001","no function"]',
      '42["watch",null,{}]',
      '429999999999999999999["watch","survey:2001"]',
      '43',
      '430[]',
      '451-["watch",{"_placeholder":true,"num":0}]',
      '451-["watch",{"_placeholder":true,"num":-1}]',
      '44{"message":"x"}',
      '42["unwatch",{"toString":1}]',
      '40/other,{}',
      '49',
      '4',
    ]) {
      const client = await rawClient(gateway, platform.signIn('raw'))
      client.send(packet)
      client.send('421["watch","survey:2001"]')
      client.tcp.destroy()
    }
    expect((await honest.watch('survey:2002')).ok).toBe(true)
  })

  test('a message that cannot be read is counted by its name', async () => {
    const { gateway, platform } = await startBoth({ metricsPort: 0 })
    const client = await connect(gateway, platform.signIn('ada'))
    await Promise.all([
      say(client, 'watch', 1),
      say(client, 'watch', 2),
      say(client, 'token', 3),
      say(client, 'x'.repeat(500)),
    ])
    const text = await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text()
    expect(text.split('\n').filter(line => line.startsWith('desk_gateway_messages_refused_total'))).toEqual([
      'desk_gateway_messages_refused_total{message="watch"} 2',
      'desk_gateway_messages_refused_total{message="unwatch"} 0',
      'desk_gateway_messages_refused_total{message="token"} 1',
      'desk_gateway_messages_refused_total{message="unknown"} 1',
    ])
  })
})
