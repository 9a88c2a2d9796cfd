import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { readLogo } from './read-logo.ts'

const SVG = 'xmlns="http://www.w3.org/2000/svg"'
const MARK = `<svg ${SVG} width="40" height="20"><rect width="40" height="20" fill="#c00"/></svg>`
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQAt//2Q=='

const dataUrl = (file: Buffer | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(file).toString('base64')}`

/** A file that says it is a PNG of this size. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000806000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return Buffer.concat([head, Buffer.alloc(40)])
}

async function drawn(file: Buffer | string, type?: string) {
  const read = await readLogo(dataUrl(file, type))
  if ('fault' in read) throw new Error(read.fault)
  const base64 = /^data:image\/png;base64,(.*)$/.exec(read.logo)?.[1] ?? ''
  return { size: imageSize(Buffer.from(base64, 'base64')), png: Buffer.from(base64, 'base64') }
}

test('an SVG is drawn as a PNG that fits the top bar; a PNG and a JPEG are drawn again (api:M11)', async () => {
  const { size, png } = await drawn(MARK, 'image/svg+xml')
  expect(size).toMatchObject({ type: 'png', width: 240, height: 120 })
  const hidden = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
  const again = await drawn(hidden)
  expect(again.size).toMatchObject({ type: 'png', width: 240, height: 120 })
  expect(again.png.includes('script')).toBe(false)
  expect((await drawn(Buffer.from(JPEG, 'base64'), 'image/jpeg')).size).toMatchObject({ type: 'png' })
})

test('the content says what a file is, not its label (api:M11)', async () => {
  expect((await drawn(MARK, 'image/jpeg')).size).toMatchObject({ type: 'png', width: 240 })
})

const UNKNOWN = 'Choose a PNG, JPEG or SVG file.'
const OUTSIDE = 'The SVG refers to something outside of it.'
const svg = (inside: string) => `<svg ${SVG} width="9" height="9">${inside}</svg>`

test.each([
  ['a zip', 'PK\u0003\u0004 and more', UNKNOWN],
  ['nothing', '', UNKNOWN],
  ['a PDF', '%PDF-1.7', UNKNOWN],
  ['HTML', '<html><script>alert(1)</script></html>', 'The file is no SVG.'],
  ['an image of 52 megapixels', pngOf(8_000, 6_500), 'The image has 8000 × 6500 pixels: at most 4,000 a side.'],
  ['a damaged PNG', pngOf(20, 20), 'The image cannot be drawn: it is damaged, empty, or takes too long.'],
  ['more than 1 MB', Buffer.alloc(1_000_001, 32), 'The file is over 1 MB.'],
  ['a script', svg('<script>alert(1)</script>'), 'The SVG contains “script”, which a logo may not have.'],
  ['a handler', svg('<rect onload="alert(1)"/>'), 'The SVG contains a script (“onload”).'],
  ['a file of the server', svg('<image href="/etc/passwd"/>'), 'The SVG contains “image”, which a logo may not have.'],
  [
    'a prefix',
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:feImage/></s:svg>`,
    'The SVG contains “feImage”, which a logo may not have.',
  ],
  ['a link', svg('<use href="https://panels.example/x.svg#a"/>'), OUTSIDE],
  ['a style that loads', svg('<style>@import "//x.example/y.css"</style>'), OUTSIDE],
  ['a fill from outside', svg('<rect fill="url(http://x.example)"/>'), OUTSIDE],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 'The SVG has a DOCTYPE: save it without.'],
  ['a style sheet', `<?xml-stylesheet href="x"?>${MARK}`, 'The SVG has a processing instruction: save it without.'],
  ['text', svg('<text>Acme</text>'), 'The SVG contains text: convert it to paths.'],
  ['many uses', svg('<use href="#a"/>'.repeat(9)), 'The SVG has more than 8 “use” elements.'],
  ['many elements', svg('<rect/>'.repeat(5_000)), 'The SVG has more than 5,000 elements.'],
  ['half an element', `<svg ${SVG}><rect`, 'The SVG cannot be read: it is not valid XML.'],
  [
    'no size',
    `<svg ${SVG} width="0" height="0"/>`,
    'The image cannot be drawn: it is damaged, empty, or takes too long.',
  ],
])('%s is no logo, and the refusal says why (api:M11)', async (_what, file, fault) => {
  expect(await readLogo(dataUrl(file))).toEqual({ fault })
})

test.each(['', 'https://panels.example/logo.png', 'data:image/png,abc', 'data:image/png;base64,a b'])(
  '%j is no file',
  async text => {
    expect(await readLogo(text)).toEqual({ fault: UNKNOWN })
  },
)
