import { packRelease } from './release/pack-release.ts'
import { buildWeb } from './web-build.ts'

/** Packs `dist/sample-desk-<version>-<system>.tar.gz`. `--without-engine` leaves the embedded PostgreSQL out. */
await buildWeb()
const hasEngine = !process.argv.includes('--without-engine')
console.log(await packRelease({ folder: 'dist', webRoot: 'apps/web/dist', hasEngine }))
