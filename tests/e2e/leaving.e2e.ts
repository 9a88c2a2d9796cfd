import { expect, test } from './desk/desk-fixture.ts'
import { atHash } from './desk/hash.ts'
import { signInAt, signOutAt, storedSession } from './desk/sign-in-form.ts'

test('a sign-out without a network leaves nothing in the browser; the way back shows nothing of the account, nor does it to the next user (§4.8, §1.9, law 4)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Left study')
  let wayOut: Promise<unknown> = Promise.resolve()
  const page = await visit('admin@acme.example', '/projects', {
    token: await desk.signIn('admin@acme.example'),
    prepare: async page =>
      void (wayOut = Promise.all(
        [/\/user-drawer-[^/]+\.js/, /\/sign-in-[^/]+\.js/].map(script => page.waitForResponse(script)),
      )),
  })
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await wayOut
  await page.waitForLoadState('networkidle')
  await page.goto(`/#${study.surveyListPath}`)
  await expect(page.getByRole('heading', { name: 'Left study' })).toBeVisible()
  await page.goto(`/#${study.sourceTablePath}`)
  await expect(page.getByRole('row', { name: /North panel/ })).toBeVisible()

  await page.context().setOffline(true)
  await signOutAt(page)
  await expect(page).toHaveURL(atHash('/login?action=logout'))
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  expect(await storedSession(page)).toEqual({})
  for (let steps = 0; steps < 2; steps++) {
    await page.goBack()
    await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('Left study')).toHaveCount(0)
  }
  await page.context().setOffline(false)

  await page.goto('/#/login')
  await signInAt(page, 'admin@beta.example')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.getByText('Left study')).toHaveCount(0)
  await page.goto(`/#${study.surveyListPath}`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText('Left study')).toHaveCount(0)
})
