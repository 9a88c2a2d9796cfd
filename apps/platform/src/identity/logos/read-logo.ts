import { imageSize } from 'image-size'
import { drawPng } from './draw-png.ts'
import { svgFault } from './svg-fault.ts'

/** The largest file, in bytes. */
const FILE_MAX_BYTES = 1_000_000
const SIDE_MAX_PX = 4_000
const DATA_URL = /^data:[^,]{0,100};base64,([A-Za-z0-9+/]+={0,2})$/
const UNKNOWN = 'Choose a PNG, JPEG or SVG file.'

/** A logo to store, or why there is none. */
export type ReadLogo = { readonly logo: string } | { readonly fault: string }

/**
 * Reads an image and draws it again as a PNG. Only our drawing is stored: nothing hidden in the file gets to a browser.
 * @param dataUrl the file in base64; its content decides its kind, not its label
 * @returns the logo as a data URL
 */
export async function readLogo(dataUrl: string): Promise<ReadLogo> {
  const base64 = DATA_URL.exec(dataUrl)?.[1]
  if (base64 === undefined) return { fault: UNKNOWN }
  const file = Buffer.from(base64, 'base64')
  if (file.length > FILE_MAX_BYTES) return { fault: 'The file is over 1 MB.' }
  const text = svgText(file)
  const source = text ?? rasterAsSvg(file)
  if (typeof source !== 'string') return source
  const fault = text === null ? null : svgFault(text)
  if (fault !== null) return { fault }
  const png = await drawPng(source)
  return png === null
    ? { fault: 'The image cannot be drawn: it is damaged, empty, or takes too long.' }
    : { logo: `data:image/png;base64,${png.toString('base64')}` }
}

/** The text of what looks like XML; null: the file is none. */
function svgText(file: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    return text.trimStart().startsWith('<') ? text : null
  } catch {
    return null
  }
}

function rasterAsSvg(file: Buffer): string | { readonly fault: string } {
  const found = sizeOf(file)
  if (found === null) return { fault: UNKNOWN }
  const { type, width, height } = found
  if (width > SIDE_MAX_PX || height > SIDE_MAX_PX)
    return {
      fault: `The image has ${width} × ${height} pixels: at most ${SIDE_MAX_PX.toLocaleString('en-US')} a side.`,
    }
  const data = `data:image/${type === 'jpg' ? 'jpeg' : 'png'};base64,${file.toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image href="${data}" width="${width}" height="${height}"/></svg>`
}

function sizeOf(
  file: Buffer,
): { readonly type: 'png' | 'jpg'; readonly width: number; readonly height: number } | null {
  try {
    const { type, width, height } = imageSize(file)
    return (type === 'png' || type === 'jpg') && width > 0 && height > 0 ? { type, width, height } : null
  } catch {
    return null
  }
}
