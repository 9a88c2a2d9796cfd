import { test } from '../../e2e/desk/desk-fixture.ts'
import { browserPaths } from './closed-loop.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'
import { ReconciliationStage } from './reconciliation-stage.ts'
import { reconciliationWorld, type ReconciliationMachine, type ReconciliationSnapshot } from './reconciliation-world.ts'

type Look = (stage: ReconciliationStage, snapshot: ReconciliationSnapshot) => Promise<void>

/** While the page asks whether to leave, that is what one sees. */
const unlessAsked =
  (look: Look): Look =>
  (stage, snapshot) =>
    snapshot.context.leavingTo === null ? look(stage, snapshot) : stage.seeTheQuestion()

const IT_COMES_BY_ITSELF =
  'It comes with each byte that is sent and each answer of the server, and leads nowhere (reconciliation.component.test.tsx).'
const NOT_OFFERED = 'The button waits while respondents are read, and is away once that failed.'

const lane: BrowserLane<ReconciliationMachine, ReconciliationStage> = {
  sees: {
    choosing: stage => stage.seeTheForm(),
    retrieving: stage => stage.seeItRetrieving(),
    retrieved: stage => stage.seeRespondents(),
    uploading: unlessAsked(stage => stage.seeItAtWork(/^Uploading list\.csv/, /\/reconciliation\/\d+$/, true)),
    previewing: unlessAsked(stage => stage.seeItAtWork(/^Working out each row of/, /\/preview$/, true)),
    'previewed.current': unlessAsked((stage, snapshot) => stage.seeThePreview(snapshot)),
    'previewed.changed': unlessAsked(stage => stage.seeThatItDiffers()),
    storing: stage => stage.seeItAtWork(/^Storing/, /\/store$/, false),
    outdated: unlessAsked(stage => stage.seeChangedRows()),
    stored: stage => stage.seeItStored(),
    'failed.retrieving': stage => stage.seeTheFailure('The respondents could not be read.'),
    'failed.uploading': unlessAsked(stage => stage.seeTheFailure('The list was not taken.')),
    'failed.previewing': unlessAsked(stage => stage.seeTheFailure('The preview could not be worked out.')),
    'failed.storing': unlessAsked(stage => stage.seeTheFailure('Nothing is known to be stored.')),
  },
  does: {
    // the page is open before its path begins
    'reconciliation.opened': stage => stage.seeTheForm(),
    'reconciliation.retrieveRequested': stage => stage.retrieve(),
    'reconciliation.retrieved': stage => stage.letThrough(),
    'reconciliation.submitted': stage => stage.upload(),
    'reconciliation.requestReopened': stage => stage.reopen(),
    'reconciliation.uploaded': stage => stage.letThroughGuarded(false),
    'reconciliation.previewed': (stage, { preview }) => stage.letThroughGuarded(preview.numberToType !== null),
    'reconciliation.rowsTicked': async (stage, { lines }) => {
      for (const line of lines) await stage.toggle(`Line ${line}`)
    },
    'reconciliation.reasonTicked': (stage, { reason }) => stage.toggle(new RegExp(`^${reason} `)),
    'reconciliation.supplierTicked': stage => stage.toggle('Most'),
    'reconciliation.suggestionsConfirmed': stage => stage.toggle(/^This is /),
    'reconciliation.previewRequested': stage => stage.press(/^(Update the preview|Preview again)$/),
    'reconciliation.numberTyped': (stage, { number }) => stage.typeNumber(number.trim() === 'P-100'),
    'reconciliation.storeRequested': stage => stage.press(/^Store /),
    'reconciliation.stored': stage => stage.letThroughStore(),
    'reconciliation.previewOutdated': stage => stage.letThroughTooLate(),
    'reconciliation.failed': (stage, { reason }) => (reason === null ? stage.lose() : stage.letThroughAgain()),
    'reconciliation.cancelRequested': stage => stage.cancel(),
    'reconciliation.retryRequested': stage => stage.press(/^(Try again|Upload it again)$/),
    'reconciliation.restartRequested': stage => stage.press(/^(Discard|Start over|New request)$/),
    'reconciliation.leaveRequested': stage => stage.goElsewhere(),
    'reconciliation.leaveConfirmed': stage => stage.leaveAndComeBack(),
    'reconciliation.leaveDeclined': stage => stage.stay(),
  },
  notInABrowser: {
    'event reconciliation.progressed': IT_COMES_BY_ITSELF,
    'uploading ▸ reconciliation.progressed #1 [isLatest] ▸ stays': IT_COMES_BY_ITSELF,
    'previewing ▸ reconciliation.progressed #1 [isLatest] ▸ stays': IT_COMES_BY_ITSELF,
    'storing ▸ reconciliation.progressed #1 [isLatest] ▸ stays': IT_COMES_BY_ITSELF,
    'retrieving ▸ reconciliation.retrieveRequested #1 ▸ retrieving': NOT_OFFERED,
    'failed.retrieving ▸ reconciliation.retrieveRequested #1 ▸ retrieving': NOT_OFFERED,
  },
}
const paths = browserPaths(reconciliationWorld)

test.describe('a reconciliation in the browser goes every path of its machine (§2.22, §7.16, api:R3, api:R9, api:R10, api:R11)', () => {
  // each path begins with a page of its own: whichever worker is free takes the next one
  test.describe.configure({ mode: 'parallel' })

  test('nothing of it is left out', () => expectWholeLane(lane, paths, reconciliationWorld.machine))

  for (const path of paths.paths)
    test(path.title, async ({ desk, visit }) => goPath(lane, path, await ReconciliationStage.open(desk, visit)))
})
