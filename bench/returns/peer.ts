/** The peer: an Express route that answers 302 and does nothing else. */
import express from 'express'
import type { AddressInfo } from 'node:net'
import { answer } from '../harness/program.ts'

const TARGET = 'https://panel.example/complete?pid=018f0000000070008000000000000000&o=complete'

const answers = answer({
  start: () =>
    new Promise<string>(resolve => {
      const app = express()
      app.disable('x-powered-by')
      app.disable('etag')
      app.get('/return', (_request, response) => response.redirect(302, TARGET))
      const server = app.listen(0, '127.0.0.1', error => {
        if (error) throw error
        const { port } = server.address() as AddressInfo // a TCP server that listens has one
        resolve(`http://127.0.0.1:${port}`)
      })
    }),
})

export type ReturnsPeer = typeof answers
