/** The peer: an Express route that sends bytes that it has. */
import express from 'express'
import type { AddressInfo } from 'node:net'
import { answer } from '../harness/program.ts'

const answers = answer({
  start: (body: Uint8Array) =>
    new Promise<string>(resolve => {
      const bytes = Buffer.from(body)
      const app = express()
      app.disable('x-powered-by')
      app.disable('etag')
      app.get('/table', (_request, response) => {
        response.type('application/json').send(bytes)
      })
      const server = app.listen(0, '127.0.0.1', error => {
        if (error) throw error
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/table`) // a TCP server that listens has one
      })
    }),
})

export type ReadPeer = typeof answers
