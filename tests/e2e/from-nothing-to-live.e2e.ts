import { mailsIn, tokenIn } from '@desk/platform/testing/settings'
import type { Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  addSupplier,
  field,
  launchHead,
  newBusinessUnit,
  newRateCard,
  newSource,
  newStudy,
  newSupplier,
  respond,
  row,
  saveAndLaunch,
} from './desk/set-up-steps.ts'
import { signInAt, storedSession } from './desk/sign-in-form.ts'
import { ask } from './desk/ask.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TSX = join(ROOT, 'node_modules', '.bin', 'tsx')
const SUPER = { username: 'sam@provider.example', password: 'Kettle-brass-9' }
const ADMIN = { username: 'ines@globex.example', password: 'Copper-kettle-7' }
/** The time limit of the whole way: a cluster is created, and two programs are bundled. */
const WHOLE_WAY_MS = 300_000

async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // a TCP server that listens has one
  probe.close()
  await once(probe, 'close')
  return port
}

/** Runs a program of the repository until it ends, or until it has printed something. Gives what stops it. */
async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  until: string | null,
): Promise<() => Promise<void>> {
  const child = spawn(TSX, [...args], { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (printed += String(chunk)))
  const ended = once(child, 'exit')
  if (until === null) {
    const [code] = await ended
    expect([code, printed]).toEqual([0, expect.any(String)])
  } else {
    await expect
      .poll(() => (child.exitCode === null ? printed : `It has ended: ${printed}`), { timeout: WHOLE_WAY_MS })
      .toContain(until)
  }
  return async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await ended
  }
}

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })

test('from nothing to live: on a fresh data folder without demo data, an account, its admin by invitation, a business unit, a rate card whose price a survey takes, a supplier, a study and its first complete, all in the browser (api:B2, api:C2, api:S9)', async ({
  browser,
}) => {
  test.setTimeout(WHOLE_WAY_MS)
  const folder = await mkdtemp(join(tmpdir(), 'desk-from-nothing-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DATA_DIR: folder,
    PORT: String(port),
    DEMO: '0',
    PRACTICE_SURVEY: '1',
    LOG_LEVEL: 'warn',
    WEB_ROOT: process.env['DESK_WEB_ROOT'] ?? join(ROOT, 'apps', 'web', 'dist'),
  }
  const stop = await run(['scripts/start.ts'], settings, 'desk create-admin')
  try {
    const admin = {
      ADMIN_FIRSTNAME: 'Sam',
      ADMIN_LASTNAME: 'Lee',
      ADMIN_USERNAME: SUPER.username,
      ADMIN_PASSWORD: SUPER.password,
    }
    await run(['apps/platform/src/cli/main.ts', 'create-admin'], { ...settings, ...admin }, null)

    const own = await browser.newContext({ baseURL: url })
    const provider = await own.newPage()
    await provider.goto('/#/login')
    await signInAt(provider, SUPER.username, SUPER.password)
    await expect(heading(provider, 'Projects')).toBeVisible()
    await provider.getByRole('link', { name: 'Administration' }).click()
    await provider.getByRole('link', { name: 'Accounts', exact: true }).click()
    await provider.getByRole('link', { name: 'New account' }).first().click()
    await field(provider, 'Name (required)').fill('Globex Panels')
    await field(provider, 'Firstname').fill('Ines')
    await field(provider, 'Lastname').fill('Roth')
    await field(provider, 'Username').fill(ADMIN.username)
    await provider.getByText('Invoices by business unit').click()
    await provider.getByRole('button', { name: 'Create account' }).click()
    await expect(provider.getByRole('region', { name: 'Next steps' })).toBeVisible()

    const mailed = async () => (await mailsIn(join(folder, 'mail'))).filter(({ to }) => to === ADMIN.username)
    await expect.poll(mailed).toHaveLength(1)
    const [invitation] = await mailed()
    const guest = await browser.newContext({ baseURL: url })
    const page = await guest.newPage()
    await page.goto(`/#/reset-password/${invitation === undefined ? '' : tokenIn(invitation)}`)
    await page.getByRole('textbox', { name: 'New password' }).fill(ADMIN.password)
    await page.getByLabel('Confirm Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('status')).toHaveText('Your password is set. Please sign in with it.')
    await signInAt(page, ADMIN.username, ADMIN.password)
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'First steps' }).getByRole('link')).toHaveText([
      'Add a supplier',
      'Create a project',
    ])

    await newBusinessUnit(page, 'Health')
    await newRateCard(page, 'Health prices', 'Health')
    await newSupplier(page, 'Kestrel')
    await newStudy(page, { businessUnit: 'Health', priceOfCard: '4.25' })
    await newSource(page, 'DIY', 'Panel mix', '10')
    await field(page, 'Supply Price').fill('2.35')
    await addSupplier(page, 'Kestrel')
    await saveAndLaunch(page, 'Panel mix')
    await launchHead(page)
    await page.getByRole('link', { name: 'Tea study' }).click()
    await launchHead(page)
    await page.goBack()

    const { accessToken = '' } = await storedSession(page)
    const read = async (path: string) => {
      const headers = { authorization: `Bearer ${accessToken}`, 'x-requested-with': 'XMLHttpRequest' }
      return (await ask(new URL(path, url), { headers })).json()
    }
    const surveyId = Number(/survey\/(\d+)\/streams/.exec(page.url())?.[1])
    const [source] = await read(`/v1/survey-stream-metrics/${surveyId}`)
    const [supplier] = await read('/v1/suppliers')
    expect(await respond(url, source.stmid, supplier.pm_sup_ud, 'first', 'Complete')).toBe(
      'https://kestrel.example/back?id=first&o=complete',
    )
    await expect(row(page, 'Panel mix').getByRole('gridcell', { name: /^1 of 10|^1\s*\/\s*10/ })).toBeVisible()
    const [{ entrants, completes }] = await read(`/v1/survey-stream-metrics/${surveyId}`)
    expect([entrants, completes]).toEqual([1, 1])
    await guest.close()
    await own.close()
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
})
