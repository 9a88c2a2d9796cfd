import { createRoot } from 'react-dom/client'
import { createRecordedDesk, type RecordedDesk } from '#runtime/recorded/create-recorded-desk.ts'
import { listenInFrame } from '#runtime/recorded/recorded-frame.ts'
import { applyTheme } from '#ui/theme.ts'
import { RecordedApp } from './recorded-app.tsx'

/** The page within the frame of a recording: renders each moment that it receives. */
export function drawRecording(frame: Window, place: HTMLElement): void {
  const root = createRoot(place)
  let recorded: RecordedDesk | null = null
  listenInFrame(frame, ({ moment, atHand, theme }) => {
    applyTheme(theme)
    if (recorded !== null) {
      recorded.show(moment)
      return
    }
    recorded = createRecordedDesk(moment, atHand)
    root.render(<RecordedApp recorded={recorded} />)
  })
}
