import yauzl from 'yauzl'

/** The texts of a zip's entries by their paths, read by another library than those that write and read workbooks. */
export const entriesOf = (bytes: Buffer): Promise<ReadonlyMap<string, string>> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(error)
      const texts = new Map<string, string>()
      zip.on('error', reject)
      zip.on('end', () => resolve(texts))
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure)
          const parts: Uint8Array[] = []
          stream.on('error', reject)
          stream.on('data', (part: Uint8Array) => parts.push(part))
          stream.on('end', () => {
            texts.set(entry.fileName, Buffer.concat(parts).toString())
            zip.readEntry()
          })
        }),
      )
      zip.readEntry()
    })
  })
