import { SaxesParser } from 'saxes'

/** An element of an XML text, with its direct contents. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface Growing {
  readonly name: string
  readonly namespace: string
  readonly attributes: Record<string, string>
  readonly children: Growing[]
  text: string
}

const MOST_ELEMENTS = 5_000

/**
 * Reads the elements of a SAML message. Document types, comments and processing instructions are refused: nothing of them belongs into one, and readers
 * differ over them.
 * @throws Error that says why it is none
 */
export function xmlElements(text: string): XmlElement {
  if (text.includes('<!')) throw new Error('The response holds a document type or a comment.')
  const parser = new SaxesParser({ xmlns: true })
  const open: Growing[] = []
  let root: Growing | undefined
  let count = 0
  parser.on('error', error => {
    throw error
  })
  parser.on('processinginstruction', () => {
    throw new Error('The response holds a processing instruction.')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if ((count += 1) > MOST_ELEMENTS) throw new Error('The response has too many elements.')
    const element: Growing = {
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value])),
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('text', part => {
    const element = open.at(-1)
    if (element) element.text += part
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  if (root === undefined) throw new Error('The response is empty.')
  return root
}

/** Every element below this one by name, and itself, at any depth. */
export function allNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return [...(element.name === name ? [element] : []), ...element.children.flatMap(child => allNamed(child, name))]
}

/** The elements right below by name. */
export const childrenNamed = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter(child => child.name === name)
