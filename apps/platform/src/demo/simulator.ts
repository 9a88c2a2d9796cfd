import type { SourceRow } from '@desk/schema/figures/figures'
import type { Project } from '@desk/schema/projects/project'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SourceOnWire } from '@desk/schema/sources/source'
import type { Survey } from '@desk/schema/surveys/survey'
import { setTimeout as sleep } from 'node:timers/promises'
import { nextDoor } from './arrivals.ts'
import { DEMO_HASH_SECRET } from './demo-defender.ts'
import { SIMULATOR_KEYS } from './demo-simulator.ts'
import { PersonaPlayer } from './personas.ts'
import { Chance } from './random.ts'
import { ReconcilingClient, type DemoCall } from './reconciling-client.ts'
import { entryQuery, isBadComplete, planVisit, returnQuery, type Door, type Visit } from './visits.ts'

const REFRESH_DOORS_MS = 30_000
/** Until there was something to reject, so that a demo's scorecards fill soon. */
const RECONCILE_FIRST_MS = 60_000
const RECONCILE_MS = 10 * 60_000

export interface SimulatorOptions {
  /** The desk's address, by which the simulator calls the API. */
  readonly baseUrl: string
  /** Where links are followed: the platform itself, which believes this machine whose address a respondent has; left out: the desk's address. */
  readonly linkUrl?: string | undefined
  readonly perMinute: number
  /** The same respondents in the same order for a seed. */
  readonly seed: number
  /** Headers in which the platform reads country and data centre, as far as it does. */
  readonly countryHeader?: string | undefined
  readonly datacentreHeader?: string | undefined
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
}

/** Simulates respondents over the public links, as a supplier's traffic would come, and a client who rejects bad ones, until the signal aborts. */
export async function simulateRespondents(options: SimulatorOptions): Promise<void> {
  const { baseUrl, perMinute, seed, signal } = options
  const onError = (error: unknown) => (signal.aborted ? undefined : options.onError(error))
  const chance = new Chance(seed)
  const player = new PersonaPlayer(seed + 1)
  const client = new ReconcilingClient()
  const calls = SIMULATOR_KEYS.map(({ key }) => callWith(baseUrl, key, signal))
  let doors: readonly Door[] = []
  let readAtMs = -Infinity
  let reconcileAtMs = Date.now() + RECONCILE_FIRST_MS
  while (!signal.aborted) {
    try {
      if (Date.now() - readAtMs > REFRESH_DOORS_MS) {
        doors = (await Promise.all(calls.map(readDoors))).flat()
        readAtMs = Date.now()
      }
      if (Date.now() > reconcileAtMs) {
        reconcileAtMs = Date.now() + (client.hasRejected ? RECONCILE_MS : RECONCILE_FIRST_MS)
        for (const call of calls) void rejectSome(client, call).catch(onError)
      }
      const door = nextDoor(doors, Date.now(), chance)
      if (door !== null) void play(planVisit(door, player, chance), client, options).catch(onError)
    } catch (error) {
      onError(error)
    }
    // arrivals are independent of each other: exponential gaps
    const gapMs = (-Math.log(1 - chance.fraction()) * 60_000) / perMinute
    await sleep(Math.min(gapMs, 10_000), undefined, { signal }).catch(() => undefined)
  }
}

/** The calls of the simulator in one account, by its own key. */
const callWith =
  (baseUrl: string, key: string, signal: AbortSignal): DemoCall =>
  async <Answer>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
    return (await (response.status === 204 ? null : response.json())) as Answer // our own server, whose answers the contract's tests check
  }

const readLiveProjects = (call: DemoCall): Promise<Project[]> => call('GET', `/v1/projects?status=${STATUS_CODES.live}`)

async function readDoors(call: DemoCall): Promise<Door[]> {
  const doors: Door[] = []
  for (const project of await readLiveProjects(call)) {
    for (const survey of await call<Survey[]>(
      'GET',
      `/v1/surveys?pm_proj_ud=${project.pm_proj_ud}&state=${STATUS_CODES.live}`,
    )) {
      for (const row of await call<SourceRow[]>('GET', `/v1/survey-stream-metrics/${survey.pm_sy_ud}`)) {
        if (row.effective_statusid !== STATUS_CODES.live) continue
        const source = await call<SourceOnWire>('GET', `/v1/survey-streams/${row.stmid}`)
        doors.push({
          projectId: project.pm_proj_ud,
          stmid: row.stmid,
          supplierIds: source.suppliers?.map(supplier => supplier.pm_sup_ud) ?? [],
          loiMinutes: survey.est_loi,
          ir: survey.qualifying_rate / 100,
          priceCents: typeof source.supplier_cpi === 'number' ? Math.round(source.supplier_cpi * 100) : null,
          fullShare: row.target > 0 ? row.completes / row.target : 0,
        })
      }
    }
  }
  return doors
}

async function rejectSome(client: ReconcilingClient, call: DemoCall): Promise<void> {
  const projects = await readLiveProjects(call)
  await client.reject(call, new Set(projects.map(({ pm_proj_ud: id }) => id)))
}

async function play(visit: Visit, client: ReconcilingClient, options: SimulatorOptions): Promise<void> {
  const { baseUrl, linkUrl = baseUrl, countryHeader, datacentreHeader, signal } = options
  const { person, door } = visit
  const headers = {
    'X-Forwarded-For': person.address,
    ...(countryHeader === undefined ? {} : { [countryHeader]: person.country }),
    ...(datacentreHeader === undefined || !person.fromDatacentre ? {} : { [datacentreHeader]: '1' }),
  }
  const follow = (path: string) => fetch(`${linkUrl}${path}`, { redirect: 'manual', headers, signal })
  const entered = await follow(`/entry/${door.stmid}?${entryQuery(visit)}`)
  const rdud = /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(entered.headers.get('location') ?? '')?.[1]
  if (!rdud) return
  const back = returnQuery(visit, rdud, DEMO_HASH_SECRET)
  if (back === null) return
  await sleep(visit.stayMs, undefined, { signal })
  await follow(`/return?${back}`)
  if (isBadComplete(visit)) client.remember(door.projectId, rdud)
}
