import { piecesOf } from './format/invisible-marks.ts'
import styles from './given-id.module.css'

/** An id or text that somebody else gave: it cannot turn or reorder what stands beside it, its invisible marks are named, and it is copied as it was given. */
export function GivenId({ text }: { readonly text: string }) {
  return (
    <bdi>
      {piecesOf(text).map(({ text: piece, mark }, at) =>
        mark === null ? (
          piece
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- pieces keep their places
          <span key={at} className={styles['mark']} data-mark={mark}>
            {piece}
          </span>
        ),
      )}
    </bdi>
  )
}
