import type { SourceRow } from '@desk/schema/figures/figures'
import type { Project } from '@desk/schema/projects/project'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SourceOnWire } from '@desk/schema/sources/source'
import type { Survey } from '@desk/schema/surveys/survey'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from './demo-accounts.ts'
import { Chance } from './random.ts'

/** A source open for entry, with the data to simulate its respondents. */
interface Door {
  readonly stmid: number
  readonly supplierIds: readonly number[]
  readonly loiMinutes: number
  readonly ir: number
}

const REFRESH_DOORS_MS = 30_000
const SIGN_INS = ['admin@acme.example', 'admin@beta.example'] as const
/** Some are fast, so that a table moves within a minute of being opened. */
const SPEEDER_SHARE = 0.2
/** Some come again on a device that has just entered: Defender’s own rules refuse them. */
const AGAIN_SHARE = 0.04
const OUTCOMES = { complete: '1000', term: '2000', overquota: '4000', quality: '1', security: '3000' } as const

/** Simulates respondents over the public links, as a supplier's traffic would come, until the signal aborts. */
export async function simulateRespondents(options: {
  baseUrl: string
  perMinute: number
  signal: AbortSignal
  onError: (error: unknown) => void
}): Promise<void> {
  const { baseUrl, perMinute, signal, onError } = options
  const chance = new Chance(Date.now())
  let doors: readonly Door[] = []
  const devices = new Map<number, string>()
  let readAtMs = -Infinity
  while (!signal.aborted) {
    try {
      if (Date.now() - readAtMs > REFRESH_DOORS_MS) {
        doors = (await Promise.all(SIGN_INS.map(username => readDoors(baseUrl, username, signal)))).flat()
        readAtMs = Date.now()
      }
      const [first, ...others] = doors
      if (first)
        void playRespondent(baseUrl, chance.pick([first, ...others]), devices, chance, signal).catch(error =>
          signal.aborted ? undefined : onError(error),
        )
    } catch (error) {
      if (!signal.aborted) onError(error)
    }
    // arrivals are independent of each other: exponential gaps
    const gapMs = (-Math.log(1 - chance.fraction()) * 60_000) / perMinute
    await sleep(Math.min(gapMs, 10_000), undefined, { signal }).catch(() => undefined)
  }
}

async function readDoors(baseUrl: string, username: string, signal: AbortSignal): Promise<Door[]> {
  const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
  const call = async <A>(method: string, path: string, body?: unknown): Promise<A> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
    return (await (response.status === 204 ? null : response.json())) as A // our own server, whose answers the contract's tests check
  }
  const { AccessToken } = await call<{ AccessToken: string }>('POST', '/v1/login', {
    username,
    password: DEMO_PASSWORD,
  })
  headers['Authorization'] = `Bearer ${AccessToken}`
  const doors: Door[] = []
  try {
    for (const project of await call<Project[]>('GET', `/v1/projects?status=${STATUS_CODES.live}`)) {
      for (const survey of await call<Survey[]>(
        'GET',
        `/v1/surveys?pm_proj_ud=${project.pm_proj_ud}&state=${STATUS_CODES.live}`,
      )) {
        for (const row of await call<SourceRow[]>('GET', `/v1/survey-stream-metrics/${survey.pm_sy_ud}`)) {
          if (row.effective_statusid !== STATUS_CODES.live) continue
          const source = await call<SourceOnWire>('GET', `/v1/survey-streams/${row.stmid}`)
          doors.push({
            stmid: row.stmid,
            supplierIds: source.suppliers?.map(supplier => supplier.pm_sup_ud) ?? [],
            loiMinutes: survey.est_loi,
            ir: survey.qualifying_rate / 100,
          })
        }
      }
    }
  } finally {
    await call('POST', '/v1/logout').catch(() => undefined)
  }
  return doors
}

/** @param devices the latest device of each source, on which some come again */
async function playRespondent(
  baseUrl: string,
  door: Door,
  devices: Map<number, string>,
  chance: Chance,
  signal: AbortSignal,
): Promise<void> {
  const [first, ...others] = door.supplierIds
  const latest = chance.fraction() < AGAIN_SHARE ? devices.get(door.stmid) : undefined
  const device = latest ?? `sim-${randomBytes(8).toString('hex')}`
  devices.set(door.stmid, device)
  const query = new URLSearchParams({ rid: `sim-${randomBytes(8).toString('hex')}`, fp: device })
  if (first !== undefined) query.set('sup', String(chance.pick([first, ...others])))
  const entered = await fetch(`${baseUrl}/entry/${door.stmid}?${query}`, { redirect: 'manual', signal })
  const rdud = /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(entered.headers.get('location') ?? '')?.[1]
  if (!rdud) return
  const outcome = chance.weighted({
    complete: door.ir * 80,
    term: (1 - door.ir) * 72,
    overquota: 6,
    quality: 4,
    security: 1,
    abandon: 7,
  })
  if (outcome === 'abandon') return
  await sleep(stayMs(outcome, door, chance), undefined, { signal })
  await fetch(`${baseUrl}/return?inbound_code=${OUTCOMES[outcome]}&rdud=${rdud}`, { redirect: 'manual', signal })
}

function stayMs(outcome: keyof typeof OUTCOMES, door: Door, chance: Chance): number {
  if (outcome === 'term' || outcome === 'overquota') return chance.whole(4_000, 60_000)
  if (chance.fraction() < SPEEDER_SHARE) return chance.whole(20_000, 90_000)
  return Math.round(door.loiMinutes * 60_000 * Math.min(1.7, chance.spread(0.3)))
}
