import type { ThemeChoice } from '#ui/theme.ts'
import { sayToPage, type FrameWord, type FromFrame } from './frame-words.ts'
import type { RecordedMoment } from './recorded-moment.ts'
import type { AtHand } from './recorded-server.ts'

/** The message to the frame of a recording. */
export interface ShownRecording {
  readonly moment: RecordedMoment
  readonly atHand: AtHand
  /** The viewer's own: a recording has none. */
  readonly theme: ThemeChoice
}

type ToFrame = { readonly recording: ShownRecording }

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null

/**
 * Makes the document of a frame that runs this very page once more: its styles and its code, and a body that nothing reaches. As it comes
 * from nowhere, the page's own content security policy holds in it.
 */
export function frameDocument(page: Document): string {
  const made = page.implementation.createHTMLDocument('Recorded')
  const { theme } = page.documentElement.dataset
  if (theme !== undefined) made.documentElement.dataset['theme'] = theme
  made.documentElement.lang = page.documentElement.lang
  const copied = page.querySelectorAll(
    'meta[charset], meta[name="color-scheme"], #react-aria-pressable-style, link[rel="stylesheet"], script[type="module"]',
  )
  for (const element of copied) made.head.append(made.importNode(element, true))
  const root = made.createElement('div')
  root.id = 'root'
  made.body.append(root)
  made.body.inert = true
  return `<!doctype html>${made.documentElement.outerHTML}`
}

/** Within the frame: says that it is ready, and calls `show` with each moment. */
export function listenInFrame(frame: Window, show: (shown: ShownRecording) => void): void {
  frame.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.parent || origin !== frame.origin || !isObject(data) || !('recording' in data)) return
    // said by this very build, of this very origin
    show((data as ToFrame).recording)
  })
  sayToPage(frame, 'ready')
}

/** Around the frame: calls `hear` with what it says, until the returned function is called. */
export function listenToFrame(frame: HTMLIFrameElement, hear: (word: FrameWord) => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || origin !== window.origin || !isObject(data) || !('recordedFrame' in data))
      return
    hear((data as FromFrame).recordedFrame)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

/** Around the frame: has it show a moment. */
export function showInFrame(frame: HTMLIFrameElement, recording: ShownRecording): void {
  frame.contentWindow?.postMessage({ recording } satisfies ToFrame, window.origin)
}
