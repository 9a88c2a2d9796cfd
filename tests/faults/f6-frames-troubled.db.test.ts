import { back } from '@desk/platform/ledger/testing/operations'
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { newRdudHex } from '@desk/platform/ledger/facts/rdud'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDesk } from './stage/desk.ts'
import { promised } from './stage/promised.ts'
import { seedOf } from './stage/seeded-random.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { openViewer } from './stage/viewer.ts'

const VIEWERS = 40
const COMMITS = 36
/** The fate of a frame: it passes, is lost, comes twice, or comes after a number of later ones. */
type Fate = 'pass' | 'lose' | 'double' | 1 | 2 | 3

const fates = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Fate>('pass') },
    { weight: 2, arbitrary: fc.constant<Fate>('lose') },
    { weight: 2, arbitrary: fc.constant<Fate>('double') },
    { weight: 3, arbitrary: fc.constantFrom<Fate[]>(1, 2, 3) },
  ),
  { minLength: COMMITS, maxLength: COMMITS },
)

/**
 * A way between gateway and client: each frame's fate is decided beforehand; from `calm` on all pass, the late ones
 * first.
 */
class Way {
  isCalm = false
  #arrived = 0
  #late: { readonly afterFrame: number; readonly deliver: () => void }[] = []
  readonly #fates: readonly Fate[]

  constructor(decided: readonly Fate[]) {
    this.#fates = decided
  }

  readonly take = (frame: unknown, deliver: (frame: unknown) => void): void => {
    const fate = this.isCalm ? 'pass' : (this.#fates[this.#arrived] ?? 'pass')
    this.#arrived += 1
    if (typeof fate === 'number') this.#late.push({ afterFrame: this.#arrived + fate, deliver: () => deliver(frame) })
    else if (fate !== 'lose') deliver(frame)
    if (fate === 'double') deliver(frame)
    const due = this.#late.filter(({ afterFrame }) => this.isCalm || afterFrame <= this.#arrived)
    this.#late = this.#late.filter(late => !due.includes(late))
    for (const late of due) late.deliver()
  }
}

const desk = useDesk()

test(
  `F6: frames lost, doubled and reordered between gateway and ${VIEWERS} clients: every table ends equal to the server's (law 7)`,
  { timeout: 120_000 },
  async () => {
    const seed = seedOf('F6')
    const { database, platformUrl, gatewayUrl } = desk()
    const study = await watchedStudy(database, 5)
    const token = await signIn(platformUrl, study.username)
    const ways = fc.sample(fates, { seed, numRuns: VIEWERS }).map(decided => ({ decided, way: new Way(decided) }))
    const viewers = ways.map(({ way }) =>
      openViewer({ gatewayUrl, token, surveyId: study.surveyId, onTheWay: way.take }),
    )
    await until('all tables are live', promised(15_000), () => viewers.every(viewer => viewer.isLive()))

    const ledger = createLedger(database)
    const inSurvey: string[] = []
    const standings = new Map<number, { statusid: number; version: number }>()
    /** Pauses a running object, and resumes a paused one. */
    const toggle = async (scope: 'project' | 'source', id: number): Promise<void> => {
      const { statusid, version } = standings.get(id) ?? { statusid: 1, version: 1 }
      const answer = await fetch(`${platformUrl}/v1/survey-streams`, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Requested-With': 'XMLHttpRequest',
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ scope, id, statusid: statusid === 1 ? 2 : 1, version }),
      })
      const { status } = (await answer.json()) as { status: { statusid: number; version: number } } // api:P9
      standings.set(id, status)
    }
    /** One commit: someone enters or returns, or a source or the whole project stops and goes on. */
    const commit = async (no: number): Promise<void> => {
      const sourceId = study.sourceIds[no % study.sourceIds.length] ?? study.sourceId
      if (no % 9 === 4) return toggle('source', sourceId)
      if (no % 9 === 7) return toggle('project', study.projectId)
      const returning = no % 3 === 2 ? inSurvey.shift() : undefined
      if (returning !== undefined) return void (await ledger.write(study.accountId, [back(returning, '1000')]))
      const hex = newRdudHex()
      inSurvey.push(hex)
      await ledger.write(study.accountId, [
        {
          kind: 'entered',
          atMs: Date.now() - 60_000,
          sourceId,
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

    for (let no = 0; no < COMMITS; no++) {
      const framesBefore = viewers.map(({ heard }) => heard.length)
      await commit(no)
      await until(`the frame of commit ${no} went out`, promised(5_000), () =>
        viewers.every(({ heard }, at) => heard.length > (framesBefore[at] ?? 0)),
      )
    }
    for (const { way } of ways) way.isCalm = true
    await commit(COMMITS)
    const served = await readTable(platformUrl, token, study.surveyId)
    const differing = (): number[] =>
      viewers.flatMap((viewer, at) => (JSON.stringify(viewer.table()) === JSON.stringify(served) ? [] : [at]))
    const equalMs = await until(
      'every table is the server’s',
      promised(10_000),
      () => differing().length === 0,
      () => differing().map(at => ways[at]?.decided),
    ).catch(() => null)
    expect(differing().map(at => ({ table: viewers[at]?.table(), fates: ways[at]?.decided }))).toEqual([])
    for (const viewer of viewers) viewer.close()
    await expectNoDrift(database)
    process.stdout.write(
      `F6: ${viewers.reduce((sum, { heard }) => sum + heard.length, 0)} frames in trouble; all equal ${equalMs} ms after the last\n`,
    )
  },
)
