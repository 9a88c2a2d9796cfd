import type { Frame } from '@desk/schema/push/frames'
import { createHash } from 'node:crypto'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { rawClient } from '../testing/raw-client.ts'
import { sourceRow, surveyFigures } from '../testing/rows.ts'
import { startBoth } from '../testing/use-gateway.ts'

const ACCOUNT = 7
const TOPICS = ['survey:2001', 'survey:2002', 'project:1001']

/** Frames below and above 64 KB have heads of different lengths; the client's own parser checks them. */
test.each(['websocket', 'polling'])(
  'a client that watches several topics of one change has the frame of each whole, over %s',
  async transport => {
    const { gateway, platform } = await startBoth({}, { projectOf: { 2001: 1001, 2002: 1001 } })
    const socket = io(gateway.url, { auth: { token: platform.signIn('ada') }, transports: [transport], forceNew: true })
    onTestFinished(() => void socket.disconnect())
    const frames: Frame[] = []
    socket.on('frame', (frame: Frame) => frames.push(frame))
    for (const topic of TOPICS) await socket.emitWithAck('watch', topic)
    const longName = 'Ähre '.repeat(20_000)
    const row = (stmid: number, name: string, version: number) => ({
      pm_dsh_ud: ACCOUNT,
      pm_proj_ud: 1001,
      row: sourceRow({ stmid, pm_sy_ud: 2000 + stmid, name, figures_version: version }),
    })
    platform.commit({
      sources: [row(1, 'Main', 1), row(2, longName, 1)],
      surveys: [{ pm_dsh_ud: ACCOUNT, row: surveyFigures() }],
    })
    await expect.poll(() => frames.length).toBe(3)
    platform.commit({ sources: [row(1, 'Side', 2), row(2, 'Short', 2)] })
    await expect.poll(() => frames.length).toBe(5)
    // a hundred thousand letters are compared by their digest
    const told = (value: unknown) =>
      JSON.stringify(value).length < 2_000 ? value : createHash('sha256').update(JSON.stringify(value)).digest('hex')
    expect(frames.map(({ topic, from, rows, totals }) => told({ topic, from, rows, totals }))).toEqual(
      [
        { topic: 'survey:2001', from: 0, rows: [{ id: '1', cells: row(1, 'Main', 1).row }], totals: surveyFigures() },
        { topic: 'survey:2002', from: 0, rows: [{ id: '2', cells: row(2, longName, 1).row }], totals: undefined },
        { topic: 'project:1001', from: 0, rows: [{ id: '2001', cells: surveyFigures() }], totals: undefined },
        {
          topic: 'survey:2001',
          from: 1,
          rows: [{ id: '1', cells: { name: 'Side', figures_version: 2 } }],
          totals: undefined,
        },
        {
          topic: 'survey:2002',
          from: 1,
          rows: [{ id: '2', cells: { name: 'Short', figures_version: 2 } }],
          totals: undefined,
        },
      ].map(told),
    )
  },
)

/** Engine.IO's queue for a slow client measures by text; the frames of one moment are one packet of the queue. */
test(
  'a client that stops reading while several of its topics change is noticed by its whole queue, and reads every frame whole (F9)',
  { timeout: 30_000 },
  async () => {
    const { gateway, platform } = await startBoth({ metricsPort: 0 }, { projectOf: { 2001: 1001, 2002: 1001 } })
    const client = await rawClient(gateway, platform.signIn('stuck'))
    for (const [at, topic] of TOPICS.slice(0, 2).entries()) client.send(`42${at}["watch","${topic}"]`)
    await expect.poll(() => client.messages.filter(message => message.startsWith('43')).length).toBe(2)
    client.tcp.pause()
    const metric = async (name: string) =>
      Number(
        new RegExp(`^desk_gateway_${name} (\\d+)$`, 'm').exec(
          await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text(),
        )?.[1],
      )
    const name = 'n'.repeat(1_500_000) // more than the kernel takes for it in a few frames
    let version = 0
    const commitBoth = () => {
      version += 1
      platform.commit({
        sources: [2001, 2002].map(pm_sy_ud => ({
          pm_dsh_ud: ACCOUNT,
          pm_proj_ud: 1001,
          row: sourceRow({ stmid: pm_sy_ud, pm_sy_ud, name: `${name}${version}`, figures_version: version }),
        })),
      })
    }
    await expect
      .poll(
        () => {
          commitBoth()
          return metric('slow_clients_total')
        },
        { interval: 250, timeout: 15_000 },
      )
      .toBe(1)
    expect(await metric('backlog_bytes')).toBeGreaterThan(2 * name.length)
    client.tcp.resume()
    const frames = () =>
      client.messages
        .filter(message => message.startsWith('42["frame"'))
        .map(message => JSON.parse(message.slice(2))[1] as Frame)
    // it receives the position of its topics when it has read all that waited
    await expect
      .poll(
        () =>
          frames()
            .filter(({ from, to }) => from === to)
            .map(({ topic }) => topic),
        { timeout: 10_000 },
      )
      .toEqual(TOPICS.slice(0, 2))
    for (const topic of TOPICS.slice(0, 2)) {
      const heard = frames().filter(frame => frame.topic === topic && frame.from !== frame.to)
      expect(heard.map(({ from }) => from)).toEqual(heard.map((_frame, at) => at))
    }
    await expect.poll(() => metric('backlog_bytes')).toBe(0)
    client.tcp.destroy()
  },
)
