import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A redis-server for one test, which stores nothing on disk. */
export class RedisServer {
  readonly port: number
  #process: ChildProcess | null = null

  private constructor(port: number) {
    this.port = port
  }

  static async start(): Promise<RedisServer> {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo // a TCP server that listens has one
    probe.close()
    await once(probe, 'close')
    const server = new RedisServer(port)
    onTestFinished(() => server.stop())
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const child = spawn(
      process.env['REDIS_SERVER'] ?? 'redis-server',
      ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    this.#process = child
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', code => reject(new Error(`redis-server ended with ${code}`)))
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Ready to accept connections')) resolve()
      })
    })
  }

  async stop(): Promise<void> {
    const child = this.#process
    this.#process = null
    if (!child) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
