import { UnreadableTable } from '@desk/schema/sent-tables/table-row'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TableJob, TableParts } from './table-parts.ts'
import type { WorkerSays } from './table-worker.ts'

/** Limits of a reader thread. */
export interface WorkerLimits {
  readonly memoryMb: number
  /** Until the first part, and from each to the next. */
  readonly stepMostMs: number
}

const LIMITS: WorkerLimits = { memoryMb: 384, stepMostMs: 30_000 }

/** The program of the thread: beside this file, or where the bundle has it. */
const PROGRAM = new URL('./table-worker.ts', import.meta.url)

/**
 * Reads a table in a thread of its own, with a memory of its own: whatever happens to it, only this reading ends.
 * @param signal ends it, and the thread with it
 */
export async function* readInWorker(job: TableJob, signal: AbortSignal, limits: WorkerLimits = LIMITS): TableParts {
  signal.throwIfAborted()
  const isSource = PROGRAM.pathname.endsWith('.ts')
  const worker = new Worker(isSource ? FROM_SOURCE : PROGRAM, {
    workerData: job,
    eval: isSource,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  let failure: unknown = null
  worker.once('error', (error: unknown) => {
    failure = error
  })
  try {
    for (;;) {
      if (failure !== null) throw failure
      const said = await nextOf(worker, signal, limits)
      if (said.kind === 'unreadable') throw new UnreadableTable(said.message)
      if (said.kind === 'read') return said.reading
      yield said.part
      worker.postMessage('next')
    }
  } finally {
    await worker.terminate()
  }
}

/** Runs the program from its source; a flag such as --import does not reach the first file of a thread. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(PROGRAM.href)}) })`

async function nextOf(
  worker: Worker,
  signal: AbortSignal,
  { memoryMb, stepMostMs }: WorkerLimits,
): Promise<WorkerSays> {
  const late = AbortSignal.timeout(stepMostMs)
  try {
    // rejects with what the thread fails with
    const [said] = await once(worker, 'message', { signal: AbortSignal.any([signal, late]) })
    return said as WorkerSays // table-worker.ts says nothing else
  } catch (error) {
    if (late.aborted && !signal.aborted)
      throw new UnreadableTable(
        `The file was not read within ${stepMostMs / 1_000} seconds. Split it, or save it as CSV.`,
      )
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new UnreadableTable(
        `The file takes more than ${memoryMb} MB of memory to read. Split it, or save it as CSV.`,
      )
    throw error
  }
}
