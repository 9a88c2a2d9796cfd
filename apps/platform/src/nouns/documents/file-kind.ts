import type { DocumentPreview } from '@desk/schema/documents/document'
import { fileTypeFromBuffer } from 'file-type'

/** How many of a file's first bytes say what it is. */
export const HEAD_BYTES = 64 * 1024

export interface FileKind {
  readonly mediaType: string
  readonly preview: DocumentPreview
}

const PREVIEWS: Readonly<Record<string, DocumentPreview>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'application/pdf': 'pdf',
}

/** Says what a file is by its first bytes; its name says nothing. */
export async function fileKind(head: Buffer): Promise<FileKind> {
  const mediaType = (await typeOf(head)) ?? textType(head)
  return { mediaType, preview: mediaType === 'text/plain' ? 'text' : (PREVIEWS[mediaType] ?? null) }
}

async function typeOf(head: Buffer): Promise<string | undefined> {
  try {
    const mime = (await fileTypeFromBuffer(head))?.mime
    // XML is text that may draw or run: it is named below
    return mime === 'application/xml' ? undefined : mime
  } catch {
    // a damaged file is a file nevertheless
    return undefined
  }
}

function textType(head: Buffer): string {
  // the last character may be cut
  const text = new TextDecoder('utf-8').decode(head, { stream: true })
  if (text.includes('\ufffd') || /[^\P{Cc}\t\n\v\f\r]/u.test(text)) return 'application/octet-stream'
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml'
  if (/<(?:!doctype\s+html|html|head|body|script|iframe)[\s>]/i.test(text)) return 'text/html'
  if (/^\s*<\?xml/.test(text)) return 'application/xml'
  return 'text/plain'
}

/** The type under which a file is served: whatever a browser could run, and text, goes as bytes. */
export function servedType(mediaType: string): string {
  return Object.hasOwn(PREVIEWS, mediaType) ? mediaType : 'application/octet-stream'
}
