import { STALE_AFTER_MS } from '@desk/machines/feed/feed.machine'
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { newRdudHex } from '@desk/platform/ledger/facts/rdud'
import { expect, test } from 'vitest'
import { useDesk } from './stage/desk.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { openViewer } from './stage/viewer.ts'
import { layWire } from './stage/wire.ts'

const LIVE_WITHIN_MS = 10_000

const desk = useDesk()

test(
  'F7: a connection that falls silent and stays open: the figures are called stale after a minute, then a new one brings them back (law 7)',
  { timeout: 60_000 },
  async () => {
    const { database, gatewayUrl } = desk()
    const study = await watchedStudy(database, 2)
    const token = await signIn(gatewayUrl, study.username)
    const wire = await layWire(gatewayUrl)
    let aheadMs = 0
    const viewer = openViewer({
      gatewayUrl: wire.url,
      apiUrl: gatewayUrl,
      token,
      surveyId: study.surveyId,
      nowMs: () => Date.now() + aheadMs,
    })
    await until('the table is live', promised(LIVE_WITHIN_MS), viewer.isLive)
    const ledger = createLedger(database)
    const comesIn = async (): Promise<void> => {
      const hex = newRdudHex()
      await ledger.write(study.accountId, [
        {
          kind: 'entered',
          atMs: Date.now() - 60_000,
          sourceId: study.sourceId,
          supplierId: study.supplierId,
          hex,
          rid: hex,
          isTest: false,
          code: 11,
          refusal: null,
          address: null,
          fingerprint: null,
        },
      ])
    }
    const asServer = async (): Promise<boolean> =>
      JSON.stringify(viewer.table()) === JSON.stringify(await readTable(gatewayUrl, token, study.surveyId))
    await comesIn()
    await until('the first one is seen', promised(LIVE_WITHIN_MS), asServer)

    const connections = wire.connections()
    const heard = viewer.heard.length
    wire.fallSilent()
    await comesIn()
    expect([viewer.feed.getSnapshot().context.connected, viewer.freshness()]).toEqual([true, 'live'])
    // by the client's clock, a minute later
    aheadMs = STALE_AFTER_MS + 1
    expect([
      viewer.feed.getSnapshot().context.connected,
      viewer.freshness(),
      viewer.heard.length,
      await asServer(),
    ]).toEqual([true, 'stale', heard, false])
    const backMs = await until('the table is live again', promised(LIVE_WITHIN_MS), viewer.isLive)
    await until('the table is the server’s', promised(LIVE_WITHIN_MS), asServer)
    expect(wire.connections()).toBe(connections + 1)
    await comesIn()
    await until('and goes on', promised(LIVE_WITHIN_MS), asServer)
    viewer.close()
    await expectNoDrift(database)
    process.stdout.write(`F7: live again ${backMs} ms after the silence was noticed\n`)
  },
)
