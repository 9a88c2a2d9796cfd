import { SaxesParser } from 'saxes'

const SVG = 'http://www.w3.org/2000/svg'
const ELEMENTS = new Set(
  'svg g path rect circle ellipse line polyline polygon defs symbol use title desc metadata style linearGradient radialGradient stop clipPath mask'.split(
    ' ',
  ),
)
const ELEMENTS_MAX = 5_000
/** Uses of uses multiply the drawing: so few cannot make it many. */
const USES_MAX = 8
const OUTSIDE_URL = /url\(\s*["']?\s*(?!#)|@import/i

/**
 * Says why an SVG may not be drawn as a logo; null: it may. Elements that could read files, load anything, run, or
 * draw without end are refused by name: the drawing library reads any image file whose path it is given.
 */
export function svgFault(text: string): string | null {
  let fault: string | null = null
  let [elements, uses] = [0, 0]
  const refuse = (reason: string): void => void (fault ??= reason)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => refuse('The SVG cannot be read: it is not valid XML.'))
  parser.on('doctype', () => refuse('The SVG has a DOCTYPE: save it without.'))
  parser.on('processinginstruction', () => refuse('The SVG has a processing instruction: save it without.'))
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements++
    if (elements === 1 && (local !== 'svg' || uri !== SVG)) refuse('The file is no SVG.')
    if (elements > ELEMENTS_MAX) refuse(`The SVG has more than ${ELEMENTS_MAX.toLocaleString('en-US')} elements.`)
    if (uri === SVG && local === 'text') refuse('The SVG contains text: convert it to paths.')
    if (uri === SVG && !ELEMENTS.has(local)) refuse(`The SVG contains “${local}”, which a logo may not have.`)
    if (local === 'use' && ++uses > USES_MAX) refuse(`The SVG has more than ${USES_MAX} “use” elements.`)
    for (const { local: name, value } of Object.values(attributes)) {
      if (/^on/i.test(name)) refuse(`The SVG contains a script (“${name}”).`)
      if (name === 'href' && !value.trim().startsWith('#')) refuse('The SVG refers to something outside of it.')
      if (OUTSIDE_URL.test(value)) refuse('The SVG refers to something outside of it.')
    }
  })
  const look = (content: string): void => {
    if (OUTSIDE_URL.test(content)) refuse('The SVG refers to something outside of it.')
  }
  parser.on('text', look)
  parser.on('cdata', look)
  parser.write(text).close()
  return fault
}
