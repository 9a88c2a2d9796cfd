import { spawn } from 'node:child_process'
import type { LaunchPlan } from './server-user.ts'

/** A program with everything that spawn needs to start it as the plan says. Plain data: the keeper gets it as JSON. */
export interface Program {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly uid?: number
  readonly gid?: number
}

function environment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && /^(PATH|HOME|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH)$/i.test(entry[0]),
  )
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

/** One of PostgreSQL's programs with its arguments, to be started as the plan says. */
export function program(plan: LaunchPlan, file: string, args: readonly string[]): Program {
  const [first, ...rest] = [...plan.prefix, file, ...args] as [string, ...string[]] // file is always there
  return {
    file: first,
    args: rest,
    env: environment(),
    cwd: process.platform === 'win32' ? process.cwd() : '/', // a folder that any user may enter
    ...(plan.spawnAsOwner && plan.owner ? { uid: plan.owner.uid, gid: plan.owner.gid } : {}),
  }
}

/** Runs a program to its end. Gives its exit code and all that it wrote. */
export function run(
  { file, args, env, cwd, uid, gid }: Program,
  input = '',
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      env,
      cwd,
      stdio: 'pipe',
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.stdin.on('error', () => {}) // it may end before it has read all; its exit code tells
    child.once('error', reject)
    child.once('close', code => resolve({ code: code ?? -1, output }))
    child.stdin.end(input)
  })
}
