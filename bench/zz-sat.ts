import { startProgram } from '/work/main/bench/harness/program.ts'
import type { PushClients } from '/work/main/bench/push/clients.ts'
import type { PushPeer } from '/work/main/bench/push/peer.ts'
const CL = Number(process.env.CLIENTS ?? 1000), T = Number(process.env.T ?? 20), PROCS = Number(process.env.PROCS ?? 2)
const peer = startProgram<PushPeer>(new URL('file:///work/main/bench/push/peer.ts'))
const procs = Array.from({length: PROCS}, () => startProgram<PushClients>(new URL('file:///work/main/bench/push/clients.ts')))
const url = await peer.ask('start', undefined)
await Promise.all(procs.map((p, i) => p.ask('connect', { url, token: 'x', topics: Array.from({length: CL / PROCS}, (_, k) => 's' + (k % T)) })))
await Promise.all(procs.map(p => p.ask('listen', undefined)))
const frame = { topic: 'survey:1', epoch: 'abcdefghijkl', from: 1, to: 2, rows: [{ id: '1', cells: Object.fromEntries(Array.from({length: 28}, (_, i) => ['column' + i, 123.45])) }], statuses: [], commitAtMs: 1 }
console.log('bytes', JSON.stringify(frame).length)
const r = await peer.ask('broadcastAll', { topics: Array.from({length: T}, (_, k) => 's' + k), perSecond: Number(process.env.RATE ?? 40), frame, forMs: 8000 })
const n = (await Promise.all(procs.map(p => p.ask('arrived', undefined)))).map(a => a.atMs.length)
console.log(r, n, n.reduce((a, b) => a + b, 0) / 8, '/s')
for (const p of [...procs, peer]) await p.stop()
