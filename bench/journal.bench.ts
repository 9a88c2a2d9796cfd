/** B7: what the journal costs a page against rrweb, and how quickly a session is replayed and walked through against raw XState. */
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { buildWeb } from '../scripts/web-build.ts'
import { startBrowser } from './desk/browser.ts'
import { startDatabaseServer } from './desk/database.ts'
import { startGateway, startPlatform } from './desk/processes.ts'
import { completeOf, letIn, liveStudy, someoneOf } from './desk/study.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { foldedPerSecond, rawSeekMs, seekMs, transitionsPerSecond } from './journal/fold-speed.ts'
import { longJournal } from './journal/long-journal.ts'
import { liveTenMinutes, MINUTES, type Carried } from './journal/ten-minutes.ts'
import { report, rounded, roundsOf } from './measure.ts'

const ROUNDS = unlessQuick(2, 1)
const FOLD_ROUNDS = unlessQuick(3, 1)
const ENTRIES = unlessQuick(50_000, 5_000)
const SEEKS = unlessQuick(200, 20)
const SOURCES = 10
const COMPLETES_A_STEP = 3
const STEPS = MINUTES * 6
const GOAL_SHARE = 0.01
const GOAL_KB_A_MINUTE = 150
const GOAL_REPLAY = 0.9
const GOAL_SEEK_MS = 100
const SCRIPT_MS = MINUTES * 60_000

runBench(async cleanup => {
  const entries = longJournal(ENTRIES)
  foldedPerSecond(entries.slice(0, 2_000))
  transitionsPerSecond(entries.slice(0, 2_000))
  const speeds = compare(
    await byTurns(FOLD_ROUNDS, {
      ours: async () => foldedPerSecond(entries),
      peer: async () => transitionsPerSecond(entries),
    }),
    ours => ours,
    peer => peer,
  )
  const seek = seekMs(entries, SEEKS)
  const rawSeek = rawSeekMs(entries, Math.floor(ENTRIES / 2))

  await buildWeb()
  const server = await startDatabaseServer('journal')
  cleanup(() => server.stop())
  const { url: databaseUrl, database } = await server.createDatabase()
  const study = await liveStudy(database, SOURCES)
  const person = await someoneOf(database, study.accountId)
  const ledger = createLedger(database)
  const respondents = await letIn(ledger, study, (ROUNDS + 1) * 3 * STEPS * COMPLETES_A_STEP)
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const gateway = await startGateway(platform.url)
  cleanup(() => gateway.stop())
  const browser = await startBrowser(cleanup)
  const comesIn = async () => {
    await ledger.write(study.accountId, respondents.splice(0, COMPLETES_A_STEP).map(completeOf))
  }
  const live = (carried: Carried) =>
    liveTenMinutes(
      browser,
      gateway.url,
      carried,
      person,
      `/projects/${study.projectId}/survey/${study.surveyId}/streams`,
      comesIn,
    )

  await live('nothing') // compiles and fills caches once
  const bare: number[] = []
  const sides = await byTurns(ROUNDS, {
    ours: async () => {
      bare.push((await live('nothing')).taskMs)
      return live('journal')
    },
    peer: () => live('rrweb'),
  })
  const kbAMinute = compare(
    sides,
    ours => ours.recordedBytes / 1_000 / MINUTES,
    rrweb => rrweb.recordedBytes / 1_000 / MINUTES,
  )
  // what the page works more than without, as a share of the ten minutes; below the noise it may come out under zero
  const shareOf = (work: number, round: number): number => (work - (bare[round] ?? Number.NaN)) / SCRIPT_MS
  const oursShare = roundsOf(sides.ours.map(({ taskMs }, round) => shareOf(taskMs, round)))
  const peerShare = roundsOf(sides.peer.map(({ taskMs }, round) => shareOf(taskMs, round)))
  const secrets = {
    ours: sides.ours.reduce((sum, { secretsFound }) => sum + secretsFound, 0),
    peer: sides.peer.reduce((sum, { secretsFound }) => sum + secretsFound, 0),
  }

  const met =
    oursShare.median <= GOAL_SHARE &&
    kbAMinute.ours.median <= GOAL_KB_A_MINUTE &&
    speeds.ratio >= GOAL_REPLAY &&
    seek.worstMs <= GOAL_SEEK_MS &&
    secrets.ours === 0
  report(
    {
      name: 'journal',
      ...headline(kbAMinute),
      unit: 'KB/min',
      goal: `≤ ${GOAL_KB_A_MINUTE} KB/min, ≤ ${GOAL_SHARE * 100} % of the main thread, replay ≥ ${GOAL_REPLAY} × raw transition(), any of ${ENTRIES} entries within ${GOAL_SEEK_MS} ms, no secret`,
      met,
    },
    {
      measured: `one person's ten minutes at a live table of ${SOURCES} sources: an action every 10 s, ${COMPLETES_A_STEP} completes pushed every 10 s, a wrong password and a reset link first; the page's clock is a fake one`,
      peerIs:
        'rrweb with nothing set, in the same script without a journal; transition() of the same xstate with the same events, without decoding, order or checkpoint',
      kbAMinute,
      mainThreadShare: { ours: oursShare, peer: peerShare, bareTaskMs: roundsOf(bare) },
      secretsFound: secrets,
      replayedPerSecond: speeds,
      seek: {
        entries: ENTRIES,
        seeks: SEEKS,
        medianMs: rounded(seek.medianMs),
        worstMs: rounded(seek.worstMs),
        foldedOnceMs: rounded(seek.readyMs),
        rawFromTheStartMs: rounded(rawSeek),
      },
    },
  )
})
