/** The peer: an Express route for each list that reads the same rows from the same database, and sends them as JSON. */
import express from 'express'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { answer } from '../harness/program.ts'

export interface PeerList {
  readonly path: string
  readonly sql: string
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const answers = answer({
  start: ({ databaseUrl, lists }: { readonly databaseUrl: string; readonly lists: readonly PeerList[] }) =>
    new Promise<string>(resolve => {
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
      pool.on('error', () => {}) // the query that misses the connection tells
      const app = express()
      app.disable('x-powered-by')
      app.disable('etag')
      lists.forEach(({ path, sql }, no) =>
        app.get(path, async (_request, response) => {
          const { rows } = await pool.query({ name: `list ${no}`, text: sql })
          response.json(rows)
        }),
      )
      const server = app.listen(0, '127.0.0.1', error => {
        if (error) throw error
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // a TCP server that listens has one
      })
    }),
})

export type ListsPeer = typeof answers
