import { expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs } from '#testing/stage'
import { StudyMaker, type Study } from '#testing/study'
import { makeRespondents } from './testing/respondents.ts'

const platform = usePlatform()
const LOCK_OF_TURNS = 55

test('while a project’s request is at work its next one waits; another project of the account is previewed and stored in that time (settlement.md §1)', async () => {
  const make = new StudyMaker(platform().database)
  const busy = await make.study()
  const { accountId } = busy
  const free = await make.study({ accountId })
  const ask = await askAs(platform(), make, { accountId, roleId: 1 })
  const completesOf = ({ sourceIds, supplierId }: Study) =>
    makeRespondents(
      platform().database,
      { accountId, sourceId: sourceIds[0] ?? 0, supplierId },
      Array.from({ length: 10 }, (_, at) => `rid-${at}`),
    )
  await completesOf(busy)
  await completesOf(free)
  /** Previews and stores; what each came to is noted as it comes. */
  const ended: string[] = []
  const reconcile = async (name: string, { projectId }: Study) => {
    const { body } = await ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: projectId, text: 'rid-0,930' })
    const stored = await ask('POST', '/v1/reconciliation/store', {
      reconciliation_ud: body.request.reconciliation_ud,
      digest: body.digest,
    })
    ended.push(`${name} ${stored.status}`)
  }
  let letGo: () => void = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  const atWork = platform().database.asAccount(accountId, async tx => {
    await tx.client.query('select pg_advisory_xact_lock($1, $2)', [LOCK_OF_TURNS, busy.projectId])
    await held
  })
  const waiting = reconcile('busy', busy)
  await expect
    .poll(async () => {
      const { rows } = await platform().database.readAsSystem(tx =>
        tx.client.query(
          `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and not granted`,
          [LOCK_OF_TURNS, busy.projectId],
        ),
      )
      return rows.length
    })
    .toBe(1)
  await reconcile('free', free)
  expect(ended).toEqual(['free 200'])
  letGo()
  await atWork
  await waiting
  expect(ended).toEqual(['free 200', 'busy 200'])
})
