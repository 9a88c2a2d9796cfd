import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The questions to a program: by name, a function of one plain value. */
export type Answers = Readonly<Record<string, (value: never) => unknown>>

interface Question {
  readonly id: number
  readonly name: string
  readonly value: unknown
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** A program of the bench in a process of its own. */
export interface Program<A extends Answers> {
  ask<Name extends keyof A & string>(name: Name, value: Parameters<A[Name]>[0]): Promise<Awaited<ReturnType<A[Name]>>>
  stop(): Promise<void>
}

const STOP_GRACE_MS = 5_000

/** Starts a program that ends with `answer(…)`; it ends when this process does. */
export function startProgram<A extends Answers>(file: URL, env: NodeJS.ProcessEnv = {}): Program<A> {
  const child = fork(fileURLToPath(file), [], {
    env: { ...process.env, ...env },
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let asked = 0
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  void ended.then(() => {
    for (const { reject } of open.values())
      reject(new Error(`${file.pathname} has ended (${child.signalCode ?? child.exitCode})`))
  })
  child.on('message', message => {
    const { id, value, error } = message as Answer // sent by answer() below
    const waiting = open.get(id)
    open.delete(id)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(error))
  })
  return {
    ask(name, value) {
      type Value = Awaited<ReturnType<A[typeof name]>>
      const id = asked++
      return new Promise<Value>((resolve, reject) => {
        open.set(id, { resolve: given => resolve(given as Value), reject }) // what the named answer gave
        child.send({ id, name, value } satisfies Question)
      })
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS)
      await ended
      clearTimeout(late)
    },
  }
}

/** Answers what the process that started this one asks, until it goes. */
export function answer<const A extends Answers>(answers: A): A {
  process.on('message', message => {
    const { id, name, value } = message as Question // sent by startProgram
    const reply = (given: Omit<Answer, 'id'>): void => void process.send?.({ id, ...given })
    const asked = answers[name] as ((value: unknown) => unknown) | undefined // the asker's types say what it takes
    Promise.resolve()
      .then(() => {
        if (!asked) throw new Error(`There is no answer to ${name}`)
        return asked(value)
      })
      .then(
        given => reply({ value: given }),
        (error: unknown) => reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
  })
  process.on('disconnect', () => process.exit(0))
  return answers
}
