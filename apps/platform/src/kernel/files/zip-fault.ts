import yauzl, { type Entry, type ZipFile } from 'yauzl'

const ENTRIES_MAX = 200

const BROKEN = 'The file is no workbook that can be read. Save it again as XLSX, or as CSV.'
/** What no workbook of a spreadsheet has; it can make a small file expand without end. */
const DOCUMENT_TYPE = '<!DOCTYPE'

/** What a workbook may be at most, and what the sentences call its content. */
export interface WorkbookLimits {
  /** What a workbook of the most cells takes is a tenth of it. */
  readonly unpackedBytesMax: number
  /** Such as “the rate card”. */
  readonly what: string
}

/** Why a zip is no workbook to be read: too large unpacked, with macros, or with a document type; null when it is one. */
export async function zipFault(bytes: Buffer, { unpackedBytesMax, what }: WorkbookLimits): Promise<string | null> {
  const tooLarge = `The workbook unpacks to more than ${unpackedBytesMax / 1_000_000} MB. Save only the sheet of ${what}.`
  let zip: ZipFile
  try {
    zip = await opened(bytes)
  } catch {
    return BROKEN
  }
  return new Promise(resolve => {
    let unpacked = 0
    let isWorkbook = false
    const end = (fault: string | null): void => {
      zip.removeAllListeners()
      // what is still being read ends in an error that is of no interest any more
      zip.on('error', () => undefined)
      resolve(fault)
    }
    zip.on('error', () => end(BROKEN))
    zip.on('end', () => end(isWorkbook ? null : `This is a zip, and no workbook. Upload ${what} as CSV or XLSX.`))
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize
      if (zip.entryCount > ENTRIES_MAX || unpacked > unpackedBytesMax) return end(tooLarge)
      if (/vbaProject\.bin$/i.test(entry.fileName))
        return end('The workbook has macros. Save it as XLSX without macros, or as CSV.')
      if (entry.fileName === 'xl/workbook.xml') isWorkbook = true
      hasDocumentType(zip, entry).then(
        has => {
          if (has) return end('The workbook has a document type, which no spreadsheet writes.')
          zip.readEntry()
        },
        () => end(BROKEN),
      )
    })
    zip.readEntry()
  })
}

const opened = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error === null ? resolve(zip) : reject(error),
    )
  })

/** Whether an entry has a document type; fails as soon as it is more than its directory says. */
const hasDocumentType = (zip: ZipFile, entry: Entry): Promise<boolean> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) return reject(error)
      let end = ''
      let has = false
      stream.on('data', (chunk: Buffer) => {
        const text = end + chunk.toString('latin1')
        has ||= text.includes(DOCUMENT_TYPE)
        end = text.slice(-DOCUMENT_TYPE.length)
      })
      stream.on('error', reject)
      stream.on('end', () => resolve(has))
    })
  })
