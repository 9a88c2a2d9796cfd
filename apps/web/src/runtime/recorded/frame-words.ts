/** What marks a frame that the console itself has put a recording into. */
export const RECORDED_FRAME_MARK = 'data-recorded'

/** What the frame says: it may be told what to show, or its code did not come. */
export type FrameWord = 'ready' | 'failed'
export type FromFrame = { readonly recordedFrame: FrameWord }

/** Whether this page stands in such a frame. A page of elsewhere cannot be asked, and never is one. */
export const isRecordedFrame = ({ frameElement }: Window): boolean =>
  frameElement?.hasAttribute(RECORDED_FRAME_MARK) === true

/** Within the frame: says something to the page around it. */
export function sayToPage(frame: Window, word: FrameWord): void {
  frame.parent.postMessage({ recordedFrame: word } satisfies FromFrame, frame.origin)
}
