import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs } from '#testing/stage'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})

const uploadOf = (content: string) => ({
  file: { filename: 'list.csv', base64: Buffer.from(content).toString('base64') },
  mode: 'REJECT_LIST',
})

/** A study with an admin who reconciles it. */
async function stand() {
  const study = await make.study({})
  const ask = await askAs(platform(), make, { accountId: study.accountId, roleId: 1 })
  const path = `/v1/reconciliation/${study.projectId}`
  return { study, ask, path, upload: (content: string) => ask('POST', path, uploadOf(content)) }
}

const LOCK_OF_TURNS = 55

/** How many transactions wait for the turn of a project. */
async function waitForTurn(projectId: number): Promise<number> {
  const { rows } = await platform().database.readAsSystem(tx =>
    tx.client.query(
      `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and not granted`,
      [LOCK_OF_TURNS, projectId],
    ),
  )
  return rows.length
}

test('a preview that its caller gives up ends on the server too: nothing of it is stored, and the next one has its place (settlement.md §1)', async () => {
  const { study, ask, path, upload } = await stand()
  const { username } = await make.user({ accountId: study.accountId, roleId: 1 })
  const token = await platform().signIn(username, TEST_PASSWORD)
  let letGo: () => void = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  // another holds the project's turn, so that the preview is caught in the middle
  const holding = platform().database.asAccount(study.accountId, async tx => {
    await tx.client.query('select pg_advisory_xact_lock($1, $2)', [LOCK_OF_TURNS, study.projectId])
    await held
  })
  const givingUp = new AbortController()
  const given = fetch(`${platform().url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Requested-With': 'XMLHttpRequest',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(uploadOf('nobody,930')),
    signal: givingUp.signal,
  }).then(
    ({ status }) => status,
    (error: unknown) => (error as Error).name,
  )
  await expect.poll(() => waitForTurn(study.projectId)).toBe(1)
  givingUp.abort()
  expect(await given).toBe('AbortError')
  letGo()
  await holding
  const next = await upload('nobody,930')
  expect([next.status, next.body.request.number]).toEqual([200, 1])
  expect((await ask('GET', path)).body).toHaveLength(1)
})

test('the progress of a preview is shown to its caller, and to no one else; without work there is none (settlement.md §1)', async () => {
  const { study, ask, path, upload } = await stand()
  const other = await askAs(platform(), make, { accountId: study.accountId, roleId: 1 })
  const progress = `${path}/progress`
  const idle = { version: 0, work: null }
  expect((await ask('GET', progress)).body).toEqual(idle)
  const rows = 30_000
  const news: { step: string; done: number; of: number }[] = []
  const others: unknown[] = []
  const answered = upload(Array.from({ length: rows }, (_, at) => `nobody-${at}`).join('\n')).then(
    ({ status }) => status,
  )
  let isOver = false
  void answered.finally(() => (isOver = true))
  let after = 0
  while (!isOver) {
    const { body } = await ask('GET', `${progress}?after=${after}&wait=1`)
    after = body.version
    if (body.work !== null) news.push(body.work)
    others.push((await other('GET', progress)).body)
  }
  expect(await answered).toBe(200)
  expect(news.map(({ of }) => of)).toEqual(news.map(() => rows))
  const last = news.at(-1)
  expect([last?.step, (last?.done ?? 0) <= rows]).toEqual(['judging', true])
  for (const step of ['keeping', 'judging']) {
    const done = news.filter(told => told.step === step).map(told => told.done)
    expect(done[0]).toBe(0)
    expect(done).toEqual(done.toSorted((one, next) => one - next))
  }
  expect(others).toEqual(others.map(() => idle))
  expect((await ask('GET', progress)).body).toEqual(idle)
})
