/**
 * How right Defender's rules are, and whether their scorecards say so: over labelled simulated traffic of 20 seeds,
 * against rejecting every respondent.
 */
import { LEVEL_RULES } from '@desk/schema/defender/levels'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import { sweepDefenderCounts } from '@desk/platform/defender/scorecards/sweep-counts'
import { readScorecards } from '@desk/platform/defender/scorecards/scorecards'
import { PERSONAS, PersonaPlayer, type PlayedRespondent } from '@desk/platform/demo/personas'
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { hashParameters } from '@desk/platform/ledger/facts/return-hash'
import { formatRdud } from '@desk/platform/ledger/facts/rdud'
import { sweepLengths } from '@desk/platform/ledger/sweeps/sweeps'
import { makeStudy } from '@desk/platform/ledger/testing/study'
import { startPlatform } from './desk/processes.ts'
import { startDatabaseServer } from './desk/database.ts'
import { signIn, someoneOf } from './desk/study.ts'
import { storedRules, type RuleResult } from './scorecards/stored-rules.ts'
import { unlessQuick } from './harness/quick.ts'
import { runBench } from './harness/run.ts'
import { report, rounded } from './measure.ts'

const SEEDS = unlessQuick(20, 2)
const RESPONDENTS = unlessQuick(600, 200)
const BATCH = 40
const LOI_MINUTES = 10
const MINUTE_MS = 60_000
const SECRET = 'secret-of-the-bench-0123456789'
/** Of the (rule, seed) pairs that have a precision, as many at least have the labels' precision within their interval. */
const COVERAGE_GOAL = 0.9
/** A rule's precision or recall may fall by as much. */
const FALL_MAX = 0.02

interface Tally {
  flagged: number
  flaggedBad: number
  bad: number
  people: number
}

runBench(async cleanup => {
  const server = await startDatabaseServer('scorecards')
  cleanup(() => server.stop())
  const { url: databaseUrl, database } = await server.createDatabase()
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const before = storedRules()
  const tallies = new Map<string, Tally>(
    DEFENDER_RULES.map(rule => [rule, { flagged: 0, flaggedBad: 0, bad: 0, people: 0 }]),
  )
  let [covered, stated] = [0, 0]

  for (let seed = 1; seed <= SEEDS; seed++) {
    const study = await database.asSystem(tx =>
      makeStudy(tx, {
        country: 'US',
        loiMinutes: LOI_MINUTES,
        autoPauseRules: [],
        hashRequired: true,
        hashSecrets: [SECRET],
        defender: LEVEL_RULES[4].map(({ rule, threshold, window_hours: windowHours }) => ({
          rule,
          mode: 'shadow',
          threshold,
          windowHours,
        })),
      }),
    )
    const other = await database.asSystem(tx => makeStudy(tx, { accountId: study.accountId, country: 'US' }))
    const labels = await play(seed, study)
    await judge(study, labels, other.projectId)
  }

  async function play(
    seed: number,
    study: Awaited<ReturnType<typeof makeStudy>>,
  ): Promise<ReadonlyMap<string, PlayedRespondent>> {
    const ledger = createLedger(database)
    const player = new PersonaPlayer(seed)
    const labels = new Map<string, PlayedRespondent>()
    const stepMs = (6 * 60 * MINUTE_MS) / RESPONDENTS
    let atMs = Date.now() - 8 * 60 * MINUTE_MS
    for (let from = 0; from < RESPONDENTS; from += BATCH) {
      const people = Array.from({ length: Math.min(BATCH, RESPONDENTS - from) }, () => player.next())
      const entries = people.map((person, at) => ({
        kind: 'enter' as const,
        atMs: (atMs += stepMs),
        sourceId: study.sourceId,
        supplierId: study.supplierId,
        rid: `rid-${seed}-${from + at}`,
        testToken: null,
        invitation: null,
        fingerprint: person.fingerprint,
        address: person.address,
        country: person.country,
        language: 'en',
        device: 1 as const,
        fromDatacentre: person.fromDatacentre,
        parameters: new Map<string, string>(),
      }))
      const outcomes = await ledger.write(study.accountId, entries)
      const returns = outcomes.map((outcome, at) => {
        const [person, entry] = [people[at], entries[at]]
        if (outcome.kind !== 'sent' || person === undefined || entry === undefined)
          throw new Error('Everybody is let in')
        labels.set(outcome.hex, person)
        const parameters = new Map([
          ['inbound_code', '1000'],
          ['rdud', formatRdud(study.accountId, outcome.hex)],
          ...Object.entries(person.scores).map(([name, value]): [string, string] => [name, String(value)]),
        ])
        if (!person.isUnsigned) parameters.set('hash', hashParameters(parameters, SECRET))
        return {
          kind: 'return' as const,
          atMs: Math.round(entry.atMs + person.lengthShare * LOI_MINUTES * MINUTE_MS),
          hex: outcome.hex,
          inboundCode: '1000',
          viaServer: false,
          parameters,
          sent: null,
        }
      })
      await ledger.write(study.accountId, returns)
      await sweepLengths({ database, ledger, nowMs: Date.now })
    }
    return labels
  }

  /**
   * A client checks every second complete and rejects the bad ones; the scorecards say what they saw, the labels give
   * the truth.
   */
  async function judge(
    study: Awaited<ReturnType<typeof makeStudy>>,
    labels: ReadonlyMap<string, PlayedRespondent>,
    otherProject: number,
  ): Promise<void> {
    const { accountId, projectId } = study
    // completes that the client does not look at are of another project, which is never reconciled
    await database.asSystem(tx =>
      tx.client.query(
        `update respondent set project_id = $1 where account_id = $2 and rdud in (select rdud from (select rdud, row_number() over (order by rdud) as n from respondent where account_id = $2) x where n % 2 = 0)`,
        [otherProject, accountId],
      ),
    )
    const { rows: checked } = await database.readAsSystem(tx =>
      tx.client.query<{ hex: string }>(
        `select replace(rdud::text, '-', '') as hex from respondent where account_id = $1 and project_id = $2 and code = 30`,
        [accountId, projectId],
      ),
    )
    const bad = checked.filter(({ hex }) => isBad(labels.get(hex))).map(({ hex }) => formatRdud(accountId, hex))
    const token = await signIn(platform.url, await someoneOf(database, accountId))
    const preview = await post<{ request: { reconciliation_ud: number }; digest: string }>(
      token,
      '/v1/reconciliation/preview',
      { pm_proj_ud: projectId, rduds: bad, reason_code: 930 },
    )
    await post(token, '/v1/reconciliation/store', {
      reconciliation_ud: preview.request.reconciliation_ud,
      digest: preview.digest,
      project_number: 'P-1',
    })
    await sweepDefenderCounts({ database, nowMs: () => Date.now() + 1_000 })
    const nowMs = Date.now()
    const { rows: cards } = await database.readAsAccount(accountId, tx =>
      readScorecards(tx, accountId, { by: 'rule', weeks: 2, seesMoney: false, page: { limit: 100, offset: 0 } }, nowMs),
    )
    const { rows: verdicts } = await database.readAsSystem(tx =>
      tx.client.query<{ hex: string; rule: string; code: number }>(
        `select distinct replace(v.rdud::text, '-', '') as hex, v.rule, r.code from rule_verdict v join respondent r using (account_id, rdud) where v.account_id = $1`,
        [accountId],
      ),
    )
    const allBad = [...labels.values()].filter(isBad).length
    for (const [rule, tally] of tallies) {
      const flagged = verdicts.filter(verdict => verdict.rule === rule)
      const flaggedBad = flagged.filter(({ hex }) => isBad(labels.get(hex)))
      tally.flagged += flagged.length
      tally.flaggedBad += flaggedBad.length
      tally.bad += allBad
      tally.people += labels.size
      const precision = cards.find(({ key }) => key === rule)?.precision ?? null
      const completes = flagged.filter(({ code }) => code === 30 || code === 50)
      if (precision === null || completes.length === 0) continue
      const labelled = completes.filter(({ hex }) => isBad(labels.get(hex))).length / completes.length
      stated += 1
      if (labelled >= precision.low && labelled <= precision.high) covered += 1
    }
  }

  async function post<Answer>(token: string, path: string, body: object): Promise<Answer> {
    const response = await fetch(`${platform.url}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'XMLHttpRequest',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Answer // the contract's answer
  }

  const rules = Object.fromEntries(
    [...tallies].map(([rule, { flagged, flaggedBad, bad }]): [string, RuleResult] => [
      rule,
      {
        flagged,
        precision: flagged === 0 ? null : rounded(flaggedBad / flagged),
        recall: bad === 0 ? null : rounded(flaggedBad / bad),
      },
    ]),
  )
  console.table(rules)
  const all = [...tallies.values()].reduce(
    (sum, { flagged, flaggedBad }) => ({ flagged: sum.flagged + flagged, flaggedBad: sum.flaggedBad + flaggedBad }),
    { flagged: 0, flaggedBad: 0 },
  )
  const [one] = tallies.values()
  const base = (one?.bad ?? 0) / (one?.people ?? 1)
  const ours = all.flagged === 0 ? 0 : all.flaggedBad / all.flagged
  const coverage = stated === 0 ? 0 : covered / stated
  const falls = fallsOf(rules)
  if (falls.length > 0)
    throw new Error(`Fell by more than ${FALL_MAX * 100} points against the stored result: ${falls.join('; ')}`)
  report(
    {
      name: 'scorecards',
      ratio: base === 0 ? 0 : ours / base,
      ratioIs: 'precision of all verdicts, by the share of bad respondents',
      ours,
      peer: base,
      unit: 'precision of a verdict, by the labels',
      goal: `the labels’ precision lies within the stated interval in ≥ ${COVERAGE_GOAL * 100} % of rules and seeds; no rule falls by more than ${FALL_MAX * 100} points`,
      met: coverage >= COVERAGE_GOAL,
    },
    {
      measured: `${RESPONDENTS} respondents of each of ${SEEDS} seeds by every rule of level 4, all of them recorded only; a client checks every second complete and rejects the bad ones`,
      peerIs: 'the share of bad respondents: the precision of a rule that flags everybody',
      coverage: rounded(coverage),
      stated,
      rules,
    },
  )
  if (coverage < COVERAGE_GOAL && SEEDS >= 20)
    throw new Error(`The stated precision is right in ${covered} of ${stated} intervals alone`)

  function fallsOf(now: Readonly<Record<string, RuleResult>>): string[] {
    return Object.entries(before).flatMap(([rule, was]) =>
      (['precision', 'recall'] as const).flatMap(figure => {
        const [from, to] = [was[figure], now[rule]?.[figure] ?? null]
        return from !== null && from - (to ?? 0) > FALL_MAX ? [`${figure} of ${rule} ${from} → ${to ?? 'none'}`] : []
      }),
    )
  }
})

const isBad = (person: PlayedRespondent | undefined): boolean => person !== undefined && PERSONAS[person.persona].isBad
