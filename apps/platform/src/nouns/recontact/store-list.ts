import type { RecontactChanges, RecontactOutcome, StoredRecontact } from '@desk/schema/recontact/recontact'
import { RECONTACT_PEOPLE_MAX } from '@desk/schema/recontact/recontact'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { Detail } from '#kernel/http/refusal'
import { identify } from '#ledger/sent-lists/identify'
import { openSource } from '../sources/save-source.ts'
import { tellBatches } from '../sources/table-moved.ts'
import { judgeLines, type JudgedLine } from './lookup.ts'
import type { ListReader } from './read-list.ts'
import * as store from './recontact.store.ts'

/** The most faults that one answer names. */
const FAULTS_MAX = 100

const FAULTS: Readonly<Partial<Record<RecontactOutcome, string>>> = {
  unknown: 'There is no such respondent',
  test_session: 'This is a test session: it has no respondent to invite',
  rejected: 'This respondent was rejected',
  in_source: 'This respondent was in the source already',
  no_supplier: 'The supplier of this respondent does not deliver to the source',
}

/** Adds known respondents to a source's list and removes others (api:T35): all of them, or none. */
export async function storeList(
  tx: Tx,
  actor: Actor,
  { stmid: sourceId, added, removed, version }: RecontactChanges,
  readList: ListReader,
): Promise<Outcome<StoredRecontact>> {
  const { accountId, at } = actor
  const source = await openSource(tx, accountId, sourceId)
  if (!source) return { kind: 'missing' }
  const named = (texts: readonly string[]) =>
    texts.map((text, index) => ({ line: index, text, hex: identify(text, accountId).hex }))
  const leaving = new Set(
    await store.findListed(
      tx,
      accountId,
      sourceId,
      named(removed).flatMap(({ hex }) => hex ?? []),
    ),
  )
  const judged = await judgeLines(tx, accountId, sourceId, named(added))
  const joining = judged.flatMap(({ outcome, known }) => (outcome === 'found' && known !== undefined ? [known] : []))
  const head = async () => requireFound(await store.findList(tx, accountId, sourceId), 'list of the source')
  const read = async (): Promise<StoredRecontact> => ({
    ...requireFound(await readList(tx, accountId, sourceId), 'list of the source'),
    added: joining.length,
    removed: leaving.size,
  })
  return edit(tx, actor, {
    scope: 'source',
    noun: 'recontact list of the source',
    id: sourceId,
    lock: head,
    judge: ({ people }) =>
      refusedFor([...faultsOf(judged), ...tooMany(people - leaving.size + joining.length)]) ?? {
        before: [],
        after: [...leaving, ...joining.map(({ hex }) => hex)],
      },
    version: stored => ({ seen: version, stored: stored.version }),
    async write() {
      await store.openList(tx, accountId, sourceId)
      await store.removePeople(tx, accountId, sourceId, [...leaving], at)
      await store.addPeople(tx, accountId, sourceId, joining, at)
      await store.countList(tx, accountId, sourceId)
    },
    // the events of §3.31: how many were added and removed is shown beside how many there are
    changed: ({ people }) => ({
      before: { recontact_people: people, recontact_added: null, recontact_removed: null },
      after: {
        recontact_people: people - leaving.size + joining.length,
        recontact_added: joining.length === 0 ? null : joining.length,
        recontact_removed: leaving.size === 0 ? null : leaving.size,
      },
    }),
    // a batch that waits for the lock reads the edit
    tell: () => tellBatches(tx, accountId, source.place.surveyId),
    read,
  })
}

function faultsOf(judged: readonly JudgedLine[]): readonly Detail[] {
  return judged
    .flatMap(({ line, outcome }) => {
      const message = FAULTS[outcome]
      return message === undefined ? [] : [{ path: ['added', String(line)], message }]
    })
    .slice(0, FAULTS_MAX)
}

const tooMany = (people: number): readonly Detail[] =>
  people <= RECONTACT_PEOPLE_MAX
    ? []
    : [
        {
          path: ['added'],
          message: `The list would have ${people.toLocaleString('en-US')} respondents; at most ${RECONTACT_PEOPLE_MAX.toLocaleString('en-US')}`,
        },
      ]
