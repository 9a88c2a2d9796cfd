/** A call to the desk's API in one of the demo's accounts. */
export type DemoCall = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

/** A bad complete that is not rejected yet. */
interface Remembered {
  readonly projectId: number
  readonly rdud: string
}

/** This many are remembered. Older ones stay accepted, as with a client who does not check all of them. */
const MOST = 1_000
/** Fewer of a project are not worth a list. */
const LEAST_OF_A_LIST = 3
/** Of those that a client looks at it finds this many in ten: none is perfect. */
const FOUND_IN_TEN = 9
const POOR_QUALITY = 930

interface Preview {
  readonly request: { readonly reconciliation_ud: number }
  readonly digest: string
  readonly number_to_type: string | null
}

/**
 * The client of the demo's accounts, who knows which respondents were bad and rejects their completes. Only this
 * process knows who is bad: the desk learns it as from any client, by a reconciliation.
 */
export class ReconcilingClient {
  #bad: readonly Remembered[] = []
  #seen = 0
  #hasRejected = false

  /** A list of bad completes was stored already. */
  get hasRejected(): boolean {
    return this.#hasRejected
  }

  /** Remembers a bad complete, as far as the client looks. */
  remember(projectId: number, rdud: string): void {
    this.#seen += 1
    if (this.#seen % 10 >= FOUND_IN_TEN) return
    this.#bad = [...this.#bad, { projectId, rdud }].slice(-MOST)
  }

  /** The project with the most to reject, and its list; null: none is long enough. */
  next(
    ofAccount: (projectId: number) => boolean,
  ): { readonly projectId: number; readonly rduds: readonly string[] } | null {
    const lists = new Map<number, readonly string[]>()
    for (const { projectId, rdud } of this.#bad)
      if (ofAccount(projectId)) lists.set(projectId, [...(lists.get(projectId) ?? []), rdud])
    const [longest] = [...lists].toSorted(([, one], [, other]) => other.length - one.length)
    if (longest === undefined || longest[1].length < LEAST_OF_A_LIST) return null
    return { projectId: longest[0], rduds: longest[1] }
  }

  /** Rejects the longest list of these projects through the desk, as a user would. */
  async reject(call: DemoCall, projectIds: ReadonlySet<number>): Promise<void> {
    const list = this.next(projectId => projectIds.has(projectId))
    if (list === null) return
    const { projectId, rduds } = list
    this.#bad = this.#bad.filter(each => each.projectId !== projectId)
    const preview = await call<Preview>('POST', '/v1/reconciliation/preview', {
      pm_proj_ud: projectId,
      rduds,
      reason_code: POOR_QUALITY,
      note: 'Simulated: the client checked the answers',
    })
    await call('POST', '/v1/reconciliation/store', {
      reconciliation_ud: preview.request.reconciliation_ud,
      digest: preview.digest,
      // asked for where the list is long
      ...(preview.number_to_type === null ? {} : { project_number: preview.number_to_type }),
    })
    this.#hasRejected = true
  }
}
