import type { SourceRow } from '@desk/schema/figures/figures'
import { batchesOf, rowsOf, type Batch } from './feed.ts'

/** The interface of a measured page. */
export interface TableUnderTest {
  /** Takes one frame of the push. */
  apply(batch: Batch): void
  /** The texts of a row's cells, in the order of the columns; null when it is out of sight. */
  textsOf(id: string): (string | null)[]
}

export interface Batched {
  /** The immediate cost of taking a batch, one figure a batch. */
  readonly applyMs: readonly number[]
  /** From the moment in which a batch came until the second animation frame, by when the one that shows it is over. */
  readonly frameMs: readonly number[]
}

/** The bench's questions to a page. */
export interface MeasuredPage {
  run(from: number, batches: number, everyMs: number): Promise<Batched>
  textsOf(id: string): (string | null)[]
  /** From the moment of each click so far until the second animation frame after it. */
  readonly clickMs: number[]
}

const FRAME_MS = 1_000 / 60
/** Its multiples fall evenly between whole numbers. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

export interface MeasuredWindow extends Window {
  measured?: MeasuredPage
}

/** Opens a table of as many rows as the address says, and lets the bench measure it. */
export function measure(open: (rows: SourceRow[]) => TableUnderTest): void {
  const asked = new URLSearchParams(window.location.search)
  const rows = rowsOf(Number(asked.get('rows')))
  const batches = batchesOf(rows, Number(asked.get('batches')))
  const table = open(rows)
  const clickMs: number[] = []
  const afterFrames = (then: () => void) => void requestAnimationFrame(() => requestAnimationFrame(then))
  window.addEventListener('click', event => afterFrames(() => clickMs.push(performance.now() - event.timeStamp)), {
    capture: true,
  })

  const view: MeasuredWindow = window
  view.measured = {
    clickMs,
    textsOf: id => table.textsOf(id),
    run(from, count, everyMs) {
      const applyMs: number[] = []
      const frameMs: number[] = []
      const startMs = performance.now()
      return new Promise(resolve => {
        const next = (at: number) => {
          // batches come at every moment of a frame alike: a beat of frames would hide or add most of one
          const dueMs = startMs + at * everyMs + ((at * GOLDEN) % 1) * FRAME_MS
          setTimeout(() => {
            const batch = batches[from + at]
            if (!batch) throw new Error(`There is no batch ${from + at}`)
            const begunMs = performance.now()
            table.apply(batch)
            applyMs.push(performance.now() - begunMs)
            afterFrames(() => {
              frameMs.push(performance.now() - begunMs)
              if (frameMs.length === count) resolve({ applyMs, frameMs })
            })
            if (at + 1 < count) next(at + 1)
          }, dueMs - performance.now())
        }
        next(0)
      })
    },
  }
}
