import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { field, setUpSources, main, problems } from './desk/source-steps.ts'

test('each source has one page; classic ones are not the plain external view’s; obstacles to a source or its traffic are shown with the way there (§2.20, §2.21, domain.md §2, §4, §8)', async ({
  desk,
  visit,
}) => {
  const { accountId, ada, suppliers, projectId, survey } = await setUpSources(desk)
  const draft = await desk.maker.survey({
    accountId,
    projectId,
    name: 'Coffee survey',
    status: STATUS_CODES.draft,
    surveyUrl: null,
  })
  const draftSurvey = `/manage/project/${projectId}/survey/${draft}`
  const make = (name: string, type: 'diy' | 'classic', status: StatusCode = STATUS_CODES.draft) =>
    desk.maker.source({ accountId, projectId, surveyId: draft, name, type, status, supplierIds: [suppliers[0]!] })
  const [diy, classic] = [await make('Mix', 'diy'), await make('Own', 'classic')]
  const [live, cancelled] = [
    await make('Waiting', 'diy', STATUS_CODES.live),
    await make('Ended', 'diy', STATUS_CODES.cancelled),
  ]
  const page = await visit(ada.username, `${draftSurvey}/stream/${classic}`, { token: ada.token })
  await expect(page).toHaveURL(atHash(`${draftSurvey}/manual-streams/${classic}`))
  await expect(page.getByRole('heading', { name: 'Own', level: 1 })).toBeVisible()
  await goToHash(page, `${draftSurvey}/manual-streams/${diy}`)
  await expect(page).toHaveURL(atHash(`${draftSurvey}/stream/${diy}`))
  await expect(problems(page)).toContainText([
    'The survey URL is missing or not valid.',
    'The survey is Draft: no traffic until it is live.',
  ])
  await goToHash(page, `${draftSurvey}/stream/${live}`)
  await expect(
    main(page).getByRole('region', { name: 'It is launched, and takes no respondents yet' }).getByRole('listitem'),
  ).toContainText(['The survey is Draft: no traffic until it is live.'])
  await goToHash(page, `${draftSurvey}/stream/${cancelled}`)
  await expect(field(page, 'Source Name')).toHaveValue('Ended')
  await expect(main(page).getByRole('region', { name: /launch/ })).toHaveCount(0)
  await goToHash(page, `${draftSurvey}/stream/${diy}`)
  await problems(page).getByRole('link', { name: 'Go to Survey URL' }).click()
  await expect(page.getByRole('heading', { name: /Coffee survey|Edit survey/, level: 1 })).toBeVisible()
  await expect(page.locator('[data-field="survey_url"] input')).toBeFocused()

  const plain = await desk.maker.user({ accountId, firstname: 'Cleo', roleId: 2 })
  const cleos = await visit(plain.username, `${draftSurvey}/manual-streams/${classic}`, {
    token: await desk.signIn(plain.username, TEST_PASSWORD),
  })
  for (const path of [
    `${draftSurvey}/stream/${classic}`,
    `${survey}/manual-streams/new`,
    `${draftSurvey}/manual-streams/${classic}`,
  ]) {
    await goToHash(cleos, `${draftSurvey}/streams`)
    await expect(cleos.getByRole('heading', { name: 'Coffee survey', level: 1 })).toBeVisible()
    await goToHash(cleos, path)
    await expect(cleos.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await goToHash(cleos, `${survey}/stream/new`)
  await expect(problems(cleos)).toContainText([
    'A price is missing. Ask Ada Byron or Ben Byron to set it.',
    'The source has no supplier. Ask Ada Byron or Ben Byron to set it.',
  ])
})
