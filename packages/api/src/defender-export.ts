import { ExportDownload, ExportFilters, ExportPreview } from '@desk/schema/defender/export'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn, WorksOn } from './authorization.ts'

/** The desk's data on entrants, taken out as a file (§2.28, docs/decisions/0083). */
export class DefenderExportApi extends HttpApiGroup.make('defenderExport')
  .add(
    HttpApiEndpoint.get('preview', '/v1/defender/export', { query: ExportFilters.fields, success: ExportPreview })
      .annotate(OpenTo, 'export Defender data')
      .annotate(WorksOn, 'defended account'),
    // all lines, as a file that comes while it is made
    HttpApiEndpoint.get('file', '/v1/defender/export/file', {
      query: { ...ExportFilters.fields, format: ExportDownload },
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
    })
      .annotate(OpenTo, 'export Defender data')
      .annotate(WorksOn, 'defended account'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
