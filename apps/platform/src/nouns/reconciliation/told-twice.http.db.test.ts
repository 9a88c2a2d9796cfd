import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs } from '#testing/stage'
import { StudyMaker } from '#testing/study'
import { makeRespondents } from './testing/respondents.ts'

const platform = usePlatform()

/** A study with an admin who previews pasted lines: outcome and match of each. */
async function stand() {
  const make = new StudyMaker(platform().database)
  const live = STATUS_CODES.live
  const study = await make.study({ sources: [live, live] })
  const ask = await askAs(platform(), make, { accountId: study.accountId, roleId: 1 })
  const [place = { accountId: 0, sourceId: 0 }, other = place] = study.sourceIds.map(sourceId => ({
    accountId: study.accountId,
    sourceId,
    supplierId: study.supplierId,
  }))
  const preview = (text: string) => ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: study.projectId, text })
  const judged = async (text: string) => {
    const { body } = await preview(text)
    const rows = body.rows as readonly { readonly outcome: string; readonly match: string }[]
    return rows.map(({ outcome, match }) => [outcome, match])
  }
  const store = async (text: string) => {
    const { body } = await preview(text)
    const { status } = await ask('POST', '/v1/reconciliation/store', {
      reconciliation_ud: body.request.reconciliation_ud,
      digest: body.digest,
    })
    expect(status).toBe(200)
  }
  return { place, other, judged, store }
}

test('what an earlier request did is already reconciled, in either direction, and no movement (settlement.md §1)', async () => {
  const { place, judged, store } = await stand()
  const rids = Array.from({ length: 20 }, (_, at) => `rid-${at}`)
  await makeRespondents(platform().database, place, rids)
  await makeRespondents(platform().database, place, ['term'], { inboundCode: '2000' })
  await store('rid-0,930\nterm,11')
  expect(await judged('rid-0,931\nterm,11\nrid-1,11')).toEqual([
    ['already_reconciled', 'rid'],
    ['already_reconciled', 'rid'],
    ['already_in_state', 'rid'],
  ])
})

test('a supplier’s id that two respondents of the project have asks which of them is meant (settlement.md §1, docs/decisions/0087)', async () => {
  const { place, other, judged } = await stand()
  await makeRespondents(platform().database, place, ['twice', 'once'])
  await makeRespondents(platform().database, other, ['twice'])
  expect(await judged('twice,930\nonce,930')).toEqual([
    ['needs_confirmation', 'several'],
    ['applied_reject', 'rid'],
  ])
})
