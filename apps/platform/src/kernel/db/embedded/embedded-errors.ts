import { Data } from 'effect'

const OR_YOUR_OWN = 'or set DATABASE_URL to a PostgreSQL of your own (15 or newer)'

/** Another running process uses this DATA_DIR. */
export class DataDirHeld extends Data.TaggedError('DataDirHeld')<{ dataDir: string; pid: number; since: string }> {
  override get message(): string {
    return `${this.dataDir} is held by process ${this.pid} since ${this.since}. Stop that process first, or start this one with another DATA_DIR.`
  }
}

/** The embedded PostgreSQL cannot run here; `problem` says why, `cure` what to do. */
export class EmbeddedPostgresFailed extends Data.TaggedError('EmbeddedPostgresFailed')<{
  problem: string
  cure: string
  output?: string
}> {
  override get message(): string {
    const output = this.output?.trim()
    return `The embedded PostgreSQL cannot run: ${this.problem}. ${this.cure}, ${OR_YOUR_OWN}.${output ? `\nPostgreSQL said:\n${output}` : ''}`
  }
}
