import { createLedger } from '@desk/platform/respondents/ledger'
import { startDatabaseServer } from '/work/main/bench/desk/database.ts'
import { liveStudy } from '/work/main/bench/desk/study.ts'
import { pick, seeded } from '/work/main/bench/harness/random.ts'
import { createRequire } from 'node:module'
const pg = createRequire('/work/main/bench/package.json')('pg')
const orig = pg.Client.prototype.query
const spent = new Map<string, {n:number, ms:number}>()
pg.Client.prototype.query = function (q: any, ...rest: any[]) {
  const name = typeof q === 'string' ? q.slice(0, 40) : (q.name ?? String(q.text).slice(0, 40))
  const t = performance.now()
  const p = orig.call(this, q, ...rest)
  if (p && p.then) p.then(() => { const s = spent.get(name) ?? {n:0,ms:0}; s.n++; s.ms += performance.now() - t; spent.set(name, s) }, () => {})
  return p
}
const server = await startDatabaseServer('prof')
try {
  const { database, url } = await server.createDatabase()
  const fresh2 = process.env.ALTER; if (fresh2) { const c = new pg.Client({ connectionString: url }); await c.connect(); const db = new URL(url).pathname.slice(1); for (const s of fresh2.split(';')) await c.query('alter database ' + db + ' set ' + s); await c.end() }
  const study = await liveStudy(database, Number(process.env.SOURCES ?? 30))
  const ledger = createLedger(database)
  const random = seeded(4)
  const inSurvey: any[] = []
  let n = 0
  const size = Number(process.env.SIZE ?? 500)
  const mode = process.env.MODE ?? 'mix'
  const batch = async () => {
    const back = mode === 'enter' ? [] : inSurvey.splice(0, size / 2)
    const at = Date.now() - 1020_000
    const ops: any[] = back.map(({hex, at}) => ({ kind: 'return', atMs: at + (180 + Math.floor(random() * 840)) * 1000, hex, inboundCode: '1000', viaServer: false, parameters: new Map() }))
    while (ops.length < size) ops.push({ kind: 'enter', atMs: at, sourceId: pick(random, study.sourceIds), supplierId: study.supplierId, rid: `p-${n++}`, testToken: null, fingerprint: null, address: null, country: null, fromDatacentre: false, parameters: new Map() })
    const out = await ledger.write(study.accountId, ops)
    for (const o of out as any[]) if (o.code === 11) inSurvey.push({hex: o.hex, at})
  }
  for (let i = 0; i < 20; i++) await batch()
  spent.clear()
  if (process.env.EXPLAIN) { // explain
    const c = new pg.Client({ connectionString: url }); await orig.call
    await c.connect()
    const facts = await import('/work/main/apps/platform/src/respondents/ledger-reads.store.ts')
    const back = inSurvey.slice(0, 250)
    const captured: any[] = []
    const fake: any = { client: { query: async (q: any) => { captured.push(q); return { rows: q.rowMode ? [] : [{wanted: 1}], rowCount: 0 } } } }
    await facts.lockRollups(fake, study.accountId, back.map((b: any) => b.hex), study.sourceIds)
    await facts.readKnownEntrants(fake, study.accountId, back.map((b: any, i: number) => ({ sourceId: pick(random, study.sourceIds), rid: 'zz' + i })))
    await facts.readRespondents(fake, study.accountId, back.map((b: any) => b.hex))
    for (const q of captured) {
      await c.query('begin; set local role desk_app; set local desk.account = ' + study.accountId)
      if (process.env.GENERIC) await c.query('set local plan_cache_mode = force_generic_plan')
      const types = q.values.length === 2 ? '(int, uuid[])' : q.text.includes('text[]') ? '(int, int[], text[])' : '(int, uuid[], int[])'
      await c.query('prepare x' + types + ' as ' + q.text)
      const r = await c.query({ text: 'explain (analyze, buffers) execute x(' + q.values.map((v: any) => typeof v === 'number' ? v : `'${v}'`).join(', ') + ')' })
      console.log(q.name); console.log(r.rows.map((x: any) => x['QUERY PLAN']).join('\n'))
      await c.query('deallocate x; rollback')
    }
    await c.end()
  }
  spent.clear()
  const cpu = process.cpuUsage()
  const t = performance.now()
  let batches = 0
  const series: number[] = []
  let last = t
  while (performance.now() - t < Number(process.env.MS ?? 8000)) { await batch(); batches++; if (performance.now() - last > 1000) { series.push(batches); last = performance.now() } }
  const ms = performance.now() - t
  const c = process.cpuUsage(cpu)
  console.log({ batches, perBatchMs: ms / batches, eventsPerS: batches * size / ms * 1000, nodeCpuPerBatchMs: (c.user + c.system) / 1000 / batches, series })
  for (const [k, v] of [...spent].sort((a, b) => b[1].ms - a[1].ms)) console.log(k.replace(/\s+/g,' '), (v.ms / batches).toFixed(2), 'ms/batch', v.n)
} catch (e) { console.error("ERR", e) } finally { await server.stop(); process.exit(0) }
