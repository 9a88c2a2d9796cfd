import { createServer } from 'node:http'

/** The metrics of a program, as a Prometheus registry gives them. */
export interface MetricsText {
  readonly contentType: string
  metrics(): Promise<string>
}

export interface MetricsServer {
  readonly port: number
  close(): void
}

/**
 * Serves /metrics on a port of its own, so that it is never open to the world by accident.
 * @param port 0: any free one
 * @throws when the port cannot be listened on
 */
export function serveMetrics(text: MetricsText, host: string, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    text.metrics().then(
      metrics => response.writeHead(200, { 'content-type': text.contentType }).end(metrics),
      () => response.writeHead(500).end(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close() {
          server.close()
          server.closeAllConnections()
        },
      })
    })
  })
}
