import { expect, test } from './desk/desk-fixture.ts'
import { networkReturns } from './desk/network-returns.ts'

const A_MINUTE_MS = 60_000

test('70 minutes after the last activity, and not before, the session is checked again; an ended one shows the expired page, and without an answer the page stays (§4.7, §8.1, §9.3, F2)', async ({
  desk,
  visit,
}) => {
  const token = await desk.signIn('admin@acme.example')
  const statuses: number[] = []
  const watched = { isLoaded: false }
  const page = await visit('admin@acme.example', '/projects', {
    token,
    prepare: async page => {
      page.on(
        'response',
        response => response.url().endsWith('/v1/user-login-details') && statuses.push(response.status()),
      )
      page.on('requestfinished', request => {
        if (/\/assets\/idle-/.test(request.url())) watched.isLoaded = true
      })
      // without what else would tell of the session's end: the push connection, and the journal that is handed over
      await page.route('**/v1/journals/**', route => route.abort())
      await page.routeWebSocket(/socket\.io/, socket => void socket.close())
      await page.route('**/socket.io/**', route => route.abort())
      await page.clock.install()
    },
  })
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect.poll(() => watched.isLoaded).toBe(true)
  expect(statuses).toEqual([200])

  // time passes only by these commands: ten seconds decide below, and a busy machine takes as many
  await page.clock.pauseAt(Date.now() + A_MINUTE_MS)
  await page.clock.fastForward(4_000_000)
  await page.mouse.move(400, 400)
  await page.clock.fastForward(4_000_000)
  await page.keyboard.press('Shift')
  await page.clock.fastForward(4_190_000)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  expect(statuses).toEqual([200])
  await page.clock.fastForward(10_000)
  await expect.poll(() => statuses).toEqual([200, 200])
  await page.clock.resume()

  // a figure that is read again at the same time would find the ended session first
  const isOther = ({ pathname }: URL) => pathname.startsWith('/v1/') && !pathname.endsWith('/user-login-details')
  await page.route(isOther, route => route.abort())

  // without a network nothing is said of the session: the page stays, and asks again
  await page.context().setOffline(true)
  const unanswered = page.waitForEvent('requestfailed', request => request.url().endsWith('/v1/user-login-details'))
  await page.clock.fastForward(4_200_000)
  await unanswered
  await page.context().setOffline(false)
  await expect.poll(async () => (await networkReturns(page)) && statuses).toEqual([200, 200, 200])
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  expect(page.url()).toMatch(/#\/projects$/)

  await desk.call('POST', '/v1/logout', { token })
  await page.clock.fastForward(4_200_000)
  await expect(page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
  // the page may show it before this test receives the answer
  await expect.poll(() => statuses).toEqual([200, 200, 200, 401])
})
