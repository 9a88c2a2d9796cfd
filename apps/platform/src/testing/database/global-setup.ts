import type { TestProject } from 'vitest/node'
import './harness.ts'
import { startTestServer } from './test-server.ts'

/** One server for the whole run of the database lane. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestServer()
  project.provide('testServer', server)
  return stop
}
