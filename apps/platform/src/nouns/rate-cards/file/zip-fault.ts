import yauzl, { type Entry, type ZipFile } from 'yauzl'

const ENTRIES_MAX = 200
/** What a workbook of the most cells takes is a tenth of it. */
const UNPACKED_BYTES_MAX = 8_000_000

const BROKEN = 'The file is no workbook that can be read. Save it again as XLSX, or as CSV.'
const TOO_LARGE = `The workbook unpacks to more than ${UNPACKED_BYTES_MAX / 1_000_000} MB. Save only the sheet of the rate card.`

/** Why a zip is no workbook to be read: too large unpacked, with macros, or with a document type; null when it is one. */
export async function zipFault(bytes: Buffer): Promise<string | null> {
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
    zip.on('end', () => end(isWorkbook ? null : 'This is a zip, and no workbook. Upload the rate card as CSV or XLSX.'))
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize
      if (zip.entryCount > ENTRIES_MAX || unpacked > UNPACKED_BYTES_MAX) return end(TOO_LARGE)
      if (/vbaProject\.bin$/i.test(entry.fileName))
        return end('The workbook has macros. Save it as XLSX without macros, or as CSV.')
      if (entry.fileName === 'xl/workbook.xml') isWorkbook = true
      unpackedText(zip, entry).then(
        text => {
          if (text.includes('<!DOCTYPE')) return end('The workbook has a document type, which no spreadsheet writes.')
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

/** The content of an entry; fails as soon as it is more than its directory says. */
const unpackedText = (zip: ZipFile, entry: Entry): Promise<string> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) return reject(error)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('error', reject)
      stream.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')))
    })
  })
