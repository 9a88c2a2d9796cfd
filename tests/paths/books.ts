import type { reconciliationMachine } from '@desk/machines/reconciliation/reconciliation.machine'
import type { CommandFrom } from '@desk/machines/runtime/step'
import { makeRespondents, type MadeRespondent } from '@desk/platform/nouns/reconciliation/testing/respondents'
import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import type { StudyMaker } from '@desk/platform/testing/study'
import { sql } from 'kysely'
import assert from 'node:assert/strict'

export type ReconciliationCommand = CommandFrom<typeof reconciliationMachine>
export type CommandOf<T extends ReconciliationCommand['type']> = Extract<ReconciliationCommand, { type: T }>
/** The calls whose answers a machine waits for. */
export type Asked = CommandOf<'retrieve' | 'upload' | 'preview' | 'store'>

export const COMPLETES = 40
/** So many completes are put aside for each list, which names; of the last one it has not all letters. */
const PUT_ASIDE = 4
const LISTED = 3
const FAR_TARGET = 1_000

export interface Answer {
  readonly status: number
  // each caller says which body it expects
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface BooksOptions {
  readonly database: DeskDatabase
  readonly maker: StudyMaker
  readonly accountId: number
  /** One call over HTTP of who closes the books. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
}

/**
 * A project whose books a user closes over HTTP: forty completes, of which each list names the next three, and one by
 * an id that lacks a letter.
 */
export class Books {
  /** The call whose answer the machine waits for. */
  asked: Asked | null = null
  /** Completes that stored requests of any user have rejected. */
  rejected = 0
  readonly projectId: number
  readonly sourceId: number
  /** Of lines 2 to 4 of each list; another one of line 1. */
  readonly supplierId: number
  readonly #options: BooksOptions
  readonly #completes: readonly MadeRespondent[]
  #list: readonly MadeRespondent[] = []
  #taken = 0
  #orders = 0

  private constructor(
    options: BooksOptions,
    { projectId, sourceId, supplierId }: Pick<Books, 'projectId' | 'sourceId' | 'supplierId'>,
    completes: readonly MadeRespondent[],
  ) {
    this.#options = options
    this.projectId = projectId
    this.sourceId = sourceId
    this.supplierId = supplierId
    this.#completes = completes
  }

  static async open(options: BooksOptions): Promise<Books> {
    const { database, maker, accountId } = options
    const projectId = await maker.project({ accountId })
    const surveyId = await maker.survey({ accountId, projectId })
    const supplierId = await maker.supplier({ accountId, name: 'Most' })
    const otherId = await maker.supplier({ accountId, name: 'Others' })
    const sourceId = await maker.source({
      accountId,
      projectId,
      surveyId,
      target: FAR_TARGET,
      supplierIds: [supplierId, otherId],
    })
    const enter = (id: number, first: number, count: number) =>
      makeRespondents(
        database,
        { accountId, sourceId, supplierId: id },
        Array.from({ length: count }, (_, at) => `${projectId}-${first + at}`),
      )
    const others = await enter(otherId, 0, COMPLETES / PUT_ASIDE)
    const most = await enter(supplierId, others.length, COMPLETES - others.length)
    const completes = others.flatMap((other, at) => [other, ...most.slice(at * LISTED, (at + 1) * LISTED)])
    return new Books(options, { projectId, sourceId, supplierId }, completes)
  }

  call(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#options.call(method, path, body, headers)
  }

  /** Whether storing asks for the project's number: a reject of any complete leaves the source below its target. */
  async guard(isGuarded: boolean): Promise<void> {
    const target = isGuarded ? COMPLETES - this.rejected : FAR_TARGET
    await this.#options.database.asSystem(tx =>
      sql`update source set target = ${target} where source_id = ${this.sourceId}`.execute(tx),
    )
  }

  /** Makes the next three completes the list to send. */
  takeList(): void {
    this.#list = this.#completes.slice(this.#taken, this.#taken + PUT_ASIDE)
    this.#taken += PUT_ASIDE
  }

  /** The list to send. */
  get text(): string {
    return this.#list
      .map(({ rdud }, at) => `${at === LISTED ? rdud.slice(0, -1) : rdud},${at === 0 ? 931 : 930}`)
      .join('\n')
  }

  preview(body: object): Promise<Answer> {
    return this.call('POST', '/v1/reconciliation/preview', { pm_proj_ud: this.projectId, ...body })
  }

  #send(way: string, isKnownFile: boolean): Promise<Answer> {
    if (way !== 'file') return this.preview({ text: this.text })
    return this.call('POST', `/v1/reconciliation/${this.projectId}`, {
      file: { filename: 'list.csv', base64: Buffer.from(this.text).toString('base64') },
      mode: 'REJECT_LIST',
      ...(isKnownFile ? { again: 'true' } : {}),
    })
  }

  /** Makes the call that the machine asks for. */
  answer({ type, params }: Asked): Promise<Answer> {
    switch (type) {
      case 'retrieve':
        return this.call('POST', '/v1/reconciliation/retrieve', { pm_proj_ud: params.projectId })
      case 'upload':
        return this.#send(params.way, params.isKnownFile)
      case 'preview': {
        const { untickedLines, untickedReasons, untickedSuppliers, confirmedLines } = params.choice
        return this.preview({
          reconciliation_ud: params.reconciliationId,
          unticked_lines: untickedLines,
          unticked_reasons: untickedReasons,
          unticked_suppliers: untickedSuppliers,
          confirmed_lines: confirmedLines,
        })
      }
      case 'store':
        return this.call(
          'POST',
          '/v1/reconciliation/store',
          {
            reconciliation_ud: params.reconciliationId,
            digest: params.digest,
            ...(params.projectNumber === '' ? {} : { project_number: params.projectNumber }),
            ...(params.isAllOrNothing ? { all_or_nothing: true } : {}),
          },
          { 'Idempotency-Key': params.commandId },
        )
    }
  }

  /** The same bytes came before, from another user. */
  async sendBefore(): Promise<void> {
    assert.equal((await this.#send('file', true)).status, 200)
  }

  /** A request that was previewed before, and is not stored. */
  async previewedBefore(): Promise<number> {
    this.takeList()
    const { status, body } = await this.#send('paste', false)
    assert.equal(status, 200)
    return body.request.reconciliation_ud
  }

  /** Another user rejects one of a request's rows, between its preview and its store. */
  async rejectMeanwhile(id: number): Promise<void> {
    const report = `/v1/reconciliation/${this.projectId}/report?reconciliation_ud=${id}&outcome=applied_reject&limit=1`
    const { body: seen } = await this.call('GET', report)
    const { body } = await this.preview({ rduds: [seen.rows[0].rdud] })
    const stored = await this.call('POST', '/v1/reconciliation/store', {
      reconciliation_ud: body.request.reconciliation_ud,
      digest: body.digest,
      ...(body.number_to_type === null ? {} : { project_number: body.number_to_type }),
    })
    assert.deepEqual([stored.status, stored.body.changes], [200, 1])
    this.rejected += 1
  }

  async abandon(id: number): Promise<void> {
    const { status, body } = await this.preview({ reconciliation_ud: id, abandon: true })
    assert.deepEqual([status, body.request?.state], [200, 'abandoned'])
  }

  /** Another id for each order, as the screen gives it. */
  newOrder(): string {
    this.#orders += 1
    return `order ${this.projectId} ${this.#orders}`
  }

  async stateOf(id: number): Promise<string | undefined> {
    const { body } = await this.call('GET', `/v1/reconciliation/${this.projectId}`)
    const requests = body as readonly { readonly reconciliation_ud: number; readonly state: string }[]
    return requests.find(({ reconciliation_ud }) => reconciliation_ud === id)?.state
  }

  /** A preview changes no figure, and a store what it said. */
  async expectFigures(): Promise<void> {
    const { body } = await this.call('GET', `/v1/reconciliation/${this.projectId}/summary`)
    assert.deepEqual([body.completes, body.rejected], [COMPLETES - this.rejected, this.rejected])
  }
}
