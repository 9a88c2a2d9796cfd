import { expect, type Locator, type Page, type Route, type WebSocketRoute } from '@playwright/test'
import type { Desk } from '../../e2e/desk/desk.ts'
import type { DeskStudy } from '../../e2e/desk/study.ts'

/** Each change that is asked for in the menu is of another source: all of them are live until then. */
export const SOURCES = ['Panel A', 'Panel B', 'Panel C', 'Panel D', 'Panel E', 'Panel F', 'Panel G', 'Panel H'] as const
type StatusWord = 'Live' | 'Paused' | 'Auto-paused'

const PATCHES = '**/v1/survey-streams'

/**
 * A source table with live sources, and a network between it and the desk that a test holds up: the call that changes a
 * status waits until the test decides its fate, and pushes can be held back. The desk itself is as it is.
 */
export class StatusChangeStage {
  readonly #desk: Desk
  readonly #study: DeskStudy
  #page!: Page // set by open(), which comes first
  /** The call that waits. */
  #call: Route | null = null
  #calls = 0
  #confirmations = 0
  /** The body of the last call. */
  #sent: unknown
  #socket: WebSocketRoute | null = null
  readonly #held: (string | Buffer)[] = []
  #isFeedHeld = false
  /** The source that a change was asked for last; none has been yet. */
  #sourceNo = -1
  /** Its coming status, and the change that is asked for. */
  #status: StatusWord = 'Live'
  #asked: { from: StatusWord; to: StatusWord } = { from: 'Live', to: 'Paused' }
  #note = ''

  constructor(desk: Desk, study: DeskStudy) {
    this.#desk = desk
    this.#study = study
  }

  get #name(): string {
    return SOURCES[Math.max(this.#sourceNo, 0)] ?? ''
  }

  async open(visit: (prepare: (page: Page) => Promise<unknown>) => Promise<Page>): Promise<void> {
    this.#page = await visit(async page => {
      await page.route(PATCHES, route => {
        if (route.request().method() !== 'PATCH') return route.fallback()
        this.#calls += 1
        this.#call = route
        this.#sent = route.request().postDataJSON()
        return undefined
      })
      await page.routeWebSocket(/socket\.io/, socket => {
        this.#socket = socket
        socket.connectToServer().onMessage(message => {
          if (this.#isFeedHeld) this.#held.push(message)
          else socket.send(message)
        })
      })
    })
    await expect(this.#page.getByRole('banner').getByText(/^Live · /)).toBeVisible()
  }

  // A person's actions.

  async chooseInTheMenu(): Promise<void> {
    this.#sourceNo += 1
    this.#status = 'Live'
    this.#asked = { from: 'Live', to: 'Paused' }
    this.#note = ''
    await this.#statusButton().click()
    await this.#page.getByRole('menuitem', { name: this.#asked.to, exact: true }).click()
  }

  async writeNote(note: string): Promise<void> {
    this.#note = note
    await this.#question().getByLabel('Note (optional)').fill(note)
  }

  async confirm(): Promise<void> {
    this.#confirmations += 1
    await this.press('Yes, Change Status')
  }

  press(button: string | RegExp): Promise<void> {
    return this.#page.getByRole('alertdialog').getByRole('button', { name: button }).last().click()
  }

  /** Goes on after a refusal, or to the wanted status after a conflict. */
  async goOn(): Promise<void> {
    this.#asked = { from: this.#status, to: this.#asked.to }
    await this.press(/^(Try again|Go on to Paused)$/)
  }

  dismiss(): Promise<void> {
    return this.press(/^(Close|Leave it as Auto-paused)$/)
  }

  async undo(): Promise<void> {
    this.#asked = { from: this.#asked.to, to: this.#asked.from }
    this.#note = ''
    await this.#toast().getByRole('button', { name: 'Undo' }).click()
  }

  // Events of the network and the source.

  /** @param holdsFeed pushes from now on do not come before hearOfIt() */
  async letTheCallThrough({ holdsFeed }: { holdsFeed: boolean }): Promise<void> {
    this.#isFeedHeld = holdsFeed
    if (this.#status === this.#asked.from) this.#status = this.#asked.to // else it is a conflict
    await this.#taken().continue()
  }

  /** The connection breaks before the call gets to the desk. */
  async loseTheCall(): Promise<void> {
    await this.#taken().abort('connectionreset')
  }

  /** The own change is pushed: the one whose push was held back, or one whose answer gets lost. */
  async hearOfIt(): Promise<void> {
    if (this.#isFeedHeld) {
      const commandId = (this.#sent as { command_id: string }).command_id
      await expect.poll(() => this.#held.some(message => String(message).includes(commandId))).toBe(true)
      this.#letTheFeedGo()
      return
    }
    this.#status = this.#asked.to
    // A call that waits still gets there, and one that broke got there after all; its answer does not come back.
    this.#call = null
    const { status } = await this.#desk.call('PATCH', '/v1/survey-streams', {
      token: await this.#desk.tokenOf('admin@acme.example'),
      body: this.#sent,
    })
    expect(status).toBe(200)
  }

  /** A complete comes in by the public links: the source has what it is to have, and the system pauses it. */
  async reachTheTarget(): Promise<void> {
    this.#letTheFeedGo()
    await this.#desk.respondents(this.#source, `target-${this.#source.sourceId}`, ['1000'])
    await expect.poll(async () => (await this.#read()).statusid).toBe(6)
    this.#status = 'Auto-paused'
  }

  // A person's view.

  async seeTheTable(): Promise<void> {
    await expect(this.#page.getByRole('alertdialog')).toHaveCount(0)
    await expect(this.#statusButton()).toHaveAccessibleName(new RegExp(`: ${this.#status}, `))
    expect([this.#calls, (await this.#read()).statusid]).toEqual([
      this.#confirmations,
      { Live: 1, Paused: 2, 'Auto-paused': 6 }[this.#status],
    ])
  }

  async seeTheQuestion(): Promise<void> {
    const { from, to } = this.#asked
    const question = this.#question()
    await expect(question).toContainText(
      `Are you sure you want to change the status of this Source from ${from} to ${to}?`,
    )
    await expect(question.getByText('This will stop incoming survey traffic via the source.')).toHaveCount(
      from === 'Live' ? 1 : 0,
    )
    await expect(question.getByText('This will allow incoming traffic.')).toHaveCount(to === 'Live' ? 1 : 0)
    await expect(question.getByLabel('Reading what it will stop')).toHaveCount(0)
    await expect(question.getByLabel('Note (optional)')).toHaveValue(this.#note)
    await expect(question.getByRole('button', { name: 'Yes, Change Status' })).toBeEnabled()
    await expect(this.#page.getByRole('alertdialog')).toHaveCount(1)
    expect(this.#calls).toBe(this.#confirmations)
  }

  async seeItBeingSent(): Promise<void> {
    await expect(this.#question().getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await expect.poll(() => this.#calls).toBe(this.#confirmations)
    await this.#page.keyboard.press('Escape')
    await expect(this.#question()).toBeVisible()
  }

  async seeItDone(): Promise<void> {
    await expect(this.#toast().getByRole('button', { name: 'Undo' })).toBeVisible()
    await this.seeTheTable()
  }

  async seeTheRefusal(): Promise<void> {
    const dialog = this.#page.getByRole('alertdialog', { name: 'The status was not changed' })
    await expect(dialog).toContainText(this.#name)
    await expect(dialog.getByRole('button')).toHaveText(['', 'Close', 'Try again'])
    await expect(this.#page.getByRole('alertdialog')).toHaveCount(1)
  }

  async seeTheConflict(): Promise<void> {
    const dialog = this.#page.getByRole('alertdialog', { name: 'The status has changed in the meantime' })
    await expect(dialog).toContainText(`${this.#name} is now Auto-paused.`)
    await expect(dialog).toContainText(/Changed by system on .*; reason: target reached\./)
    await expect(dialog).toContainText('Your change to Paused was not made. You can go on from Auto-paused.')
    await expect(dialog.getByRole('button')).toHaveText(['', 'Leave it as Auto-paused', 'Go on to Paused'])
    await expect(this.#page.getByRole('alertdialog')).toHaveCount(1)
  }

  get #source(): DeskStudy['sources'][string] {
    const source = this.#study.sources[this.#name]
    if (!source) throw new Error('The path asks for more changes than the study has sources.')
    return source
  }

  #statusButton(): Locator {
    return this.#page.getByRole('row', { name: new RegExp(this.#name) }).getByRole('button', { name: /^Status of/ })
  }

  #toast(): Locator {
    return this.#page
      .getByRole('region', { name: /^Messages/ })
      .getByRole('listitem')
      .filter({ hasText: `${this.#name} is now ${this.#status}` })
  }

  #letTheFeedGo(): void {
    this.#isFeedHeld = false
    for (const message of this.#held.splice(0)) this.#socket?.send(message)
  }

  #question(): Locator {
    return this.#page.getByRole('alertdialog', { name: 'Confirm Status Change' })
  }

  #taken(): Route {
    const call = this.#call
    if (call === null) throw new Error('No call waits.')
    this.#call = null
    return call
  }

  async #read(): Promise<{ statusid: number; version: number }> {
    const { body } = await this.#desk.call('GET', `/v1/statuses/source/${this.#source.sourceId}`, {
      token: await this.#desk.tokenOf('admin@acme.example'),
    })
    return body.status
  }
}
