import { useEffect, useMemo, useRef, useState } from 'react'
import type { StageProps } from '#features/support/stage.ts'
import { useTheme } from '#runtime/hooks/use-theme.ts'
import { RECORDED_FRAME_MARK, type FrameWord } from '#runtime/recorded/frame-words.ts'
import { frameDocument, listenToFrame, showInFrame } from '#runtime/recorded/recorded-frame.ts'
import { recordedMoment } from '#runtime/recorded/recorded-moment.ts'
import { useAtHand } from '#runtime/recorded/use-at-hand.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Spinner } from '#ui/spinner.tsx'
import styles from './replay-stage.module.css'

/** The default size of a recorded window, and the greatest. */
const USUAL_WIDTH_PX = 1_440
const [LEAST_WIDTH_PX, MOST_WIDTH_PX] = [360, 1_920]
/** From this width on a window counts as landscape. */
const UPRIGHT_BELOW_PX = 700
const heightOf = (widthPx: number): number => Math.round(widthPx < UPRIGHT_BELOW_PX ? widthPx * 2 : widthPx * 0.66)

/**
 * The console itself over a recording, in its own iframe, so that its focus, keys, title, toasts and dialogs do not affect the
 * page around it. It is inert: nothing in it can be focused or pressed, and it makes no calls (R2).
 */
export function ReplayStage({ moment, entries }: StageProps) {
  const atHand = useAtHand()
  const [theme] = useTheme()
  const shown = useMemo(() => recordedMoment(moment, entries), [moment, entries])
  const [attempt, setAttempt] = useState(0)
  const [word, setWord] = useState<FrameWord | null>(null)
  const [frameText] = useState(() => frameDocument(document))
  const frame = useRef<HTMLIFrameElement>(null)
  const [room, roomPx] = useWidth()
  const widthPx = Math.min(MOST_WIDTH_PX, Math.max(LEAST_WIDTH_PX, shown.windowWidthPx ?? USUAL_WIDTH_PX))
  const scale = Math.min(1, roomPx / widthPx)
  const heightPx = heightOf(widthPx)
  useEffect(() => (frame.current === null ? undefined : listenToFrame(frame.current, setWord)), [attempt])
  useEffect(() => {
    if (word === 'ready' && frame.current !== null) showInFrame(frame.current, { moment: shown, atHand, theme })
  }, [word, shown, atHand, theme])
  const again = () => {
    setWord(null)
    setAttempt(attempt + 1)
  }
  return (
    <>
      <p className={styles['about']}>
        <span className={styles['path']}>{shown.path}</span> The person’s screen, redrawn from the journal. The journal
        has no answers of the server; they are marked as not recorded.
      </p>
      {word === 'failed' ? (
        <ErrorState title="The screen could not be drawn" onRetry={again}>
          Its code did not come. Check your connection, then try again.
        </ErrorState>
      ) : (
        <div ref={room} className={styles['stage']} style={{ blockSize: heightPx * scale }}>
          {word === null ? <Spinner label="Drawing the screen" size={24} /> : null}
          <iframe
            key={attempt}
            ref={frame}
            {...{ [RECORDED_FRAME_MARK]: '' }}
            title="The screen as it was"
            className={styles['frame']}
            style={{ inlineSize: widthPx, blockSize: heightPx, scale }}
            srcDoc={frameText}
            tabIndex={-1}
            inert
          />
        </div>
      )}
    </>
  )
}

/** The present width of an element. */
function useWidth(): readonly [React.RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    if (place.current === null) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidthPx(entry.contentRect.width)
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return [place, widthPx]
}
