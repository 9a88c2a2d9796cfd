import { sheetPath, workbookParts } from '@desk/schema/statements/workbook-form'
import { Readable } from 'node:stream'
import yazl from 'yazl'

/** What may differ from the zip that the platform writes. */
interface Other {
  readonly parts?: readonly (readonly [path: string, xml: string])[]
  readonly isStored?: boolean
  readonly comment?: string
  readonly atSheet?: Partial<yazl.ReadStreamOptions>
}

/** A workbook of these sheets, in a zip as the platform writes them. */
export async function workbookOfXml(sheets: readonly (string | Buffer)[], other: Other = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const mtime = new Date(1980, 0, 1)
  const compress = other.isStored !== true
  sheets.forEach((xml, at) =>
    zip.addReadStream(Readable.from([Buffer.from(xml)]), sheetPath(at + 1), { mtime, compress, ...other.atSheet }),
  )
  for (const [path, xml] of other.parts ?? workbookParts(sheets.length))
    zip.addBuffer(Buffer.from(xml), path, { mtime, compress })
  zip.end({ forceZip64Format: false, comment: other.comment ?? '' })
  const bytes: Uint8Array[] = []
  for await (const some of zip.outputStream as Readable) bytes.push(some as Uint8Array)
  return Buffer.concat(bytes)
}
