import { describe, expect, test } from 'vitest'
import { moved, statusEvent } from '../testing/rows.ts'
import { rawClient } from '../testing/raw-client.ts'
import { connect, disconnected, startBefore, startBoth, startStub } from '../testing/use-gateway.ts'

const ACCOUNT = 7

describe('nothing is missed', () => {
  test('changes committed while the platform was away come when it is back, in order (law 7)', async () => {
    const platform = await startStub()
    const gateway = await startBefore(platform)
    const client = await connect(gateway, platform.signIn('ada'))
    await client.watch('survey:2001')
    platform.commit(moved(2))
    await expect.poll(() => client.frames.length).toBe(1)
    await platform.stop()
    platform.commit(moved(3))
    platform.commit({ statuses: [{ pm_dsh_ud: ACCOUNT, event: statusEvent() }] })
    await platform.start()
    await expect.poll(() => client.frames.length, { timeout: 5_000 }).toBe(2)
    expect(
      client.frames.map(({ from, to, rows, statuses }) => ({
        from,
        to,
        entrants: rows[0]!.cells['entrants'],
        statuses,
      })),
    ).toEqual([
      { from: 0, to: 1, entrants: 12, statuses: [] },
      { from: 1, to: 2, entrants: 13, statuses: [statusEvent()] },
    ])
  })

  test('while the feed does not answer the heartbeat says how old the figures are', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    const delays: (number | null)[] = []
    client.socket.on('heartbeat', ({ feedDelayMs }) => delays.push(feedDelayMs))
    await expect.poll(() => delays.at(-1), { timeout: 5_000 }).toBe(0)
    platform.databaseIsUp = false
    platform.commit({})
    await expect.poll(() => delays.at(-1) ?? 0, { timeout: 8_000 }).toBeGreaterThan(1_000)
    platform.databaseIsUp = true
    await expect.poll(() => delays.at(-1), { timeout: 8_000 }).toBe(0)
  })

  test('a feed that no longer has the missed changes sends every watcher to a snapshot, and every session is checked again (F5)', async () => {
    const platform = await startStub()
    const gateway = await startBefore(platform)
    const client = await connect(gateway, platform.signIn('ada'))
    const gone = await connect(gateway, platform.signIn('gone'))
    const watched = await client.watch('survey:2001')
    await platform.stop()
    platform.commit(moved(2))
    platform.forgetFeed()
    platform.viewers.delete('gone')
    await platform.start()
    await disconnected(gone)
    await expect.poll(() => client.frames.length).toBe(1)
    const epoch = client.frames[0]!.epoch
    expect([gone.endings, client.frames, epoch === (watched.ok && watched.epoch)]).toEqual([
      ['session_ended'],
      [{ topic: 'survey:2001', epoch, from: 0, to: 0, rows: [], statuses: [] }],
      false,
    ])
    platform.commit(moved(3))
    await expect.poll(() => client.frames.slice(1)).toEqual([expect.objectContaining({ epoch, from: 0, to: 1 })])
  })

  test('a client that reconnects soon finds the topic at its position; after a restart of the gateway, in another epoch', async () => {
    const platform = await startStub()
    const gateway = await startBefore(platform)
    const token = platform.signIn('ada')
    const first = await connect(gateway, token)
    await first.watch('survey:2001')
    platform.commit(moved(2))
    await expect.poll(() => first.frames.length).toBe(1)
    first.socket.disconnect()
    const again = await (await connect(gateway, token)).watch('survey:2001')
    const { port } = gateway
    await gateway.stop()
    const restarted = await (await connect(await startBefore(platform, { port }), token)).watch('survey:2001')
    const { epoch } = first.frames[0]!
    expect([again, restarted.ok && [restarted.position, restarted.epoch === epoch]]).toEqual([
      { ok: true, topic: 'survey:2001', epoch, position: 1, view: 'internal' },
      [0, false],
    ])
  })
})

test(
  'a client that stops reading delays no other client, costs a bounded amount, and learns that it missed something (F9)',
  { timeout: 30_000 },
  async () => {
    const { gateway, platform } = await startBoth({ metricsPort: 0 })
    const reader = await connect(gateway, platform.signIn('reader'))
    await reader.watch('survey:2001')
    const stuck = await rawClient(gateway, platform.signIn('stuck'))
    stuck.send('420["watch","survey:2001"]')
    await expect.poll(() => stuck.messages.some(message => message.startsWith('430'))).toBe(true)
    stuck.tcp.pause()
    const name = 'n'.repeat(3_000_000) // more than the kernel takes for it in a few frames
    let version = 1
    const metric = async (name: string) =>
      Number(
        new RegExp(`^desk_gateway_${name} (\\d+)$`, 'm').exec(
          await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text(),
        )?.[1],
      )
    const commitOne = () => platform.commit(moved(++version, { name: `${name}${version}` }))
    await expect
      .poll(
        () => {
          commitOne()
          return metric('slow_clients_total')
        },
        { interval: 250, timeout: 15_000 },
      )
      .toBe(1)
    const backlogBytes = await metric('backlog_bytes')
    const until = reader.frames.length + 6
    await expect
      .poll(
        () => {
          commitOne()
          return reader.frames.length
        },
        { interval: 250, timeout: 10_000 },
      )
      .toBeGreaterThanOrEqual(until)
    expect(await metric('backlog_bytes')).toBe(backlogBytes)
    expect(reader.frames.every(({ from }, index) => index === 0 || from === reader.frames[index - 1]!.to)).toBe(true)
    stuck.tcp.resume()
    const frames = () =>
      stuck.messages
        .filter(message => message.startsWith('42["frame"'))
        .map(message => JSON.parse(message.slice(2))[1] as { from: number; to: number })
    const standing = () => frames().findIndex(({ from, to }) => from === to)
    await expect.poll(standing, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(frames()[standing()]!.from).toBeGreaterThan(frames()[standing() - 1]!.to)
    stuck.tcp.destroy()
  },
)
