/** The mark of a frame in which the console itself shows a recording. */
export const RECORDED_FRAME_MARK = 'data-recorded'

/** The messages of the frame: it is ready for a recording, or its code did not come. */
export type FrameWord = 'ready' | 'failed'
export type FromFrame = { readonly recordedFrame: FrameWord }

/** Whether this page is in such a frame. A page of another origin cannot be asked, and never is one. */
export const isRecordedFrame = ({ frameElement }: Window): boolean =>
  frameElement?.hasAttribute(RECORDED_FRAME_MARK) === true

/** Within the frame: says something to the page around it. */
export function sayToPage(frame: Window, word: FrameWord): void {
  frame.parent.postMessage({ recordedFrame: word } satisfies FromFrame, frame.origin)
}
