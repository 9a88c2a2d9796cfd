import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { Desk } from '../../e2e/desk/desk.ts'
import { Books } from '../books.ts'
import type { ReconciliationSnapshot } from './reconciliation-world.ts'

const OPEN_REQUESTS = 3

type Visit = (
  username: string,
  path: string,
  options: { token: string; prepare: (page: Page) => Promise<unknown> },
) => Promise<Page>

/**
 * The reconciliation of a project with requests that were previewed before, and a network between it and the desk that a test
 * holds up: each call that reads respondents, uploads, previews or stores waits until the test says what becomes of it.
 */
export class ReconciliationStage {
  readonly #books: Books
  #page!: Page // set by open(), which comes first
  #call: Route | null = null
  #stored = 0

  private constructor(books: Books) {
    this.#books = books
  }

  static async open(desk: Desk, visit: Visit): Promise<ReconciliationStage> {
    const accountId = await desk.maker.account({ name: 'Paths Research', parentAccountId: DEMO_ACCOUNTS.staff })
    const { username } = await desk.maker.user({ accountId, roleId: 1, advancedView: true })
    const token = await desk.signIn(username, TEST_PASSWORD)
    const books = await Books.open({
      database: desk.database,
      maker: desk.maker,
      accountId,
      call: (method, path, body) => desk.call(method, path, { token, body }),
    })
    for (let no = 0; no < OPEN_REQUESTS; no++) await books.previewedBefore()
    const stage = new ReconciliationStage(books)
    const hold = (route: Route) => {
      const request = route.request()
      // the page reports a request that it gives up to the server, and does not wait for the answer
      if (request.method() !== 'POST' || request.postData()?.includes('"abandon"') === true) return route.fallback()
      stage.#call = route
      return undefined
    }
    stage.#page = await visit(username, stage.#path, {
      token,
      prepare: async page => {
        for (const call of ['retrieve', 'preview', 'store', String(books.projectId)])
          await page.route(new RegExp(`/v1/reconciliation/${call}(\\?.*)?$`), hold)
      },
    })
    return stage
  }

  get #path(): string {
    return `/projects/${this.#books.projectId}/reconciliation`
  }

  // A person's actions.

  async retrieve(): Promise<void> {
    await this.#way('Choose from the list')
    await this.press('Retrieve')
  }

  async upload(): Promise<void> {
    this.#books.takeList()
    await this.#way('File')
    await this.#page.getByLabel('File of the reconciliation').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(this.#books.text),
    })
  }

  reopen(): Promise<void> {
    return this.#page.getByRole('table', { name: 'Requests' }).getByRole('button', { name: 'Open' }).first().click()
  }

  press(name: string | RegExp): Promise<void> {
    return this.#button(name).click()
  }

  /** The page itself ends the waiting call. */
  async cancel(): Promise<void> {
    await this.press('Cancel')
    this.#call = null
  }

  async toggle(name: string | RegExp): Promise<void> {
    await this.#page.getByRole('checkbox', { name, exact: typeof name === 'string' }).click({ force: true })
  }

  async typeNumber(isRight: boolean): Promise<void> {
    const label = (await this.#number.evaluate((field: HTMLInputElement) => field.labels?.[0]?.textContent)) ?? ''
    const number = label.replace(/^.*number, /, '')
    await this.#number.fill(isRight ? ` ${number} ` : number.slice(0, -1))
  }

  async goElsewhere(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  }

  /** Leaves, and comes back to a page that begins again. */
  async leaveAndComeBack(): Promise<void> {
    await this.#question.getByRole('button', { name: 'Leave' }).click()
    await expect(this.#page).toHaveURL(/#\/projects$/)
    this.#call = null
    await this.#page.goto(`/#${this.#path}`)
  }

  stay(): Promise<void> {
    return this.#question.getByRole('button', { name: 'Cancel' }).click()
  }

  // Events of the network and the desk.

  async letThrough(): Promise<void> {
    await (await this.#taken()).continue()
  }

  /** The desk previews it with or without the question for the project's number. */
  async letThroughGuarded(isGuarded: boolean): Promise<void> {
    await this.#books.guard(isGuarded)
    await this.letThrough()
  }

  /** The same bytes came before the call arrives. */
  async letThroughAgain(): Promise<void> {
    const call = await this.#taken()
    await this.#books.sendBefore()
    await call.continue()
  }

  async letThroughStore(): Promise<void> {
    const call = await this.#taken()
    this.#stored = requestOf(call)
    await call.continue()
  }

  /** Another user rejects a row before the store arrives. */
  async letThroughTooLate(): Promise<void> {
    const call = await this.#taken()
    await this.#books.rejectMeanwhile(requestOf(call))
    await call.continue()
  }

  async lose(): Promise<void> {
    await (await this.#taken()).abort('connectionreset')
  }

  // A person's view.

  async seeTheForm(): Promise<void> {
    await expect(this.#heading('New request')).toBeVisible()
    await expect(this.#table('Requests')).toBeVisible()
    await expect(this.#heading(/^Preview of/)).toHaveCount(0)
    await expect(this.#page.getByRole('alert')).toHaveCount(0)
    expect(this.#call).toBeNull()
  }

  async seeItRetrieving(): Promise<void> {
    await expect(this.#button(/Retrieve$/)).toHaveAttribute('aria-disabled', 'true')
    await this.#waits(/\/retrieve/)
  }

  async seeRespondents(): Promise<void> {
    await expect(this.#table('Respondents')).toBeVisible()
    await expect(this.#heading('New request')).toBeVisible()
  }

  async seeItAtWork(words: RegExp, call: RegExp, canCancel: boolean): Promise<void> {
    await expect(this.#page.getByRole('status').filter({ hasText: words })).toBeVisible()
    await expect(this.#button('Cancel')).toHaveCount(canCancel ? 1 : 0)
    await expect(this.#heading('New request')).toHaveCount(0)
    await this.#waits(call)
  }

  async seeThePreview({ context: { preview, typedNumber } }: ReconciliationSnapshot): Promise<void> {
    await expect(this.#heading(/^Preview of/)).toBeVisible()
    const isGuarded = preview?.numberToType !== null
    await expect(this.#number).toHaveCount(isGuarded ? 1 : 0)
    const canStore = !isGuarded || typedNumber.trim() === preview?.numberToType
    await expect(this.#button(/^Store /)).toBeEnabled({ enabled: canStore })
  }

  async seeThatItDiffers(): Promise<void> {
    await expect(this.#heading(/^Preview of/)).toBeVisible()
    await expect(this.#button('Update the preview')).toBeVisible()
    await expect(this.#button(/^Store /)).toHaveCount(0)
  }

  async seeChangedRows(): Promise<void> {
    await expect(this.#page.getByRole('region', { name: 'Changed rows' })).toContainText(
      '1 row changed since the preview. Nothing is stored: look at a new preview first.',
    )
    await this.#books.expectFigures()
  }

  async seeItStored(): Promise<void> {
    await expect(this.#heading('Stored')).toBeVisible()
    expect(await this.#books.stateOf(this.#stored)).toBe('stored')
  }

  async seeTheFailure(words: string): Promise<void> {
    await expect(this.#page.getByRole('alert')).toContainText(words)
    await expect(this.#button('Start over')).toBeVisible()
    expect(this.#call).toBeNull()
  }

  async seeTheQuestion(): Promise<void> {
    await expect(this.#question).toContainText('Nothing of this preview is stored.')
    await expect(this.#page).toHaveURL(new RegExp(`${this.#path}(\\?|$)`))
  }

  get #question(): Locator {
    return this.#page.getByRole('alertdialog', { name: 'Leave without storing?' })
  }

  get #number(): Locator {
    return this.#page.getByLabel(/^Type the project number, /)
  }

  #button(name: string | RegExp): Locator {
    return this.#page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  #heading(name: string | RegExp): Locator {
    return this.#page.getByRole('heading', { name, exact: typeof name === 'string' })
  }

  #table(name: string): Locator {
    return this.#page.getByRole('table', { name, exact: true })
  }

  async #way(name: string): Promise<void> {
    await this.#page.getByRole('radio', { name, exact: true }).click({ force: true })
  }

  #waits(call: RegExp): Promise<void> {
    return expect.poll(() => this.#call?.request().url() ?? '').toMatch(call)
  }

  async #taken(): Promise<Route> {
    await expect.poll(() => this.#call !== null).toBe(true)
    const call = this.#call
    if (call === null) throw new Error('No call waits.')
    this.#call = null
    return call
  }
}

const requestOf = (call: Route): number =>
  (call.request().postDataJSON() as { readonly reconciliation_ud: number }).reconciliation_ud // of a store
