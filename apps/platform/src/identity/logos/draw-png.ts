import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'

/** Twice the size that the top bar shows, for dense screens. */
const BOX = { width: 480, height: 120 }
const DRAWN_WITHIN_MS = 5_000
const PNG_MAX_BYTES = 2_000_000

/** Runs in a process of its own, which has nothing of ours: it reads an SVG and writes a PNG that fits the box. */
const DRAWER = `
const [library, width, height] = process.argv.slice(1)
const { Resvg } = require(library)
const chunks = []
process.stdin.on('data', chunk => chunks.push(chunk))
process.stdin.on('end', () => {
  const svg = Buffer.concat(chunks).toString('utf8')
  const options = { font: { loadSystemFonts: false }, logLevel: 'off' }
  const whole = new Resvg(svg, options)
  const zoom = Math.min(width / whole.width, height / whole.height)
  const drawn = new Resvg(svg, { ...options, fitTo: { mode: 'zoom', value: zoom } }).render()
  // a damaged picture draws nothing
  if (drawn.pixels.some(byte => byte !== 0)) process.stdout.write(drawn.asPng())
})
`
const LIBRARY = createRequire(import.meta.url).resolve('@resvg/resvg-js')

/** The drawing under way: one at a time, however many are asked for. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws an SVG as a PNG that fits the top bar; null when it cannot be drawn, or not in time. Native code draws it: in a process
 * that is killed when it takes too long.
 */
export function drawPng(svg: string): Promise<Buffer | null> {
  const drawn = last.then(() => draw(svg))
  last = drawn
  return drawn
}

function draw(svg: string): Promise<Buffer | null> {
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=256', '-e', DRAWER, '--', LIBRARY, String(BOX.width), String(BOX.height)],
      { encoding: 'buffer', timeout: DRAWN_WITHIN_MS, killSignal: 'SIGKILL', maxBuffer: PNG_MAX_BYTES, env: {} },
      (error, png) => resolve(error === null && png.length > 0 ? png : null),
    )
    // a process that ended early takes no input
    child.stdin?.on('error', () => {})
    child.stdin?.end(svg)
  })
}
