import { piecesOf } from './format/invisible-marks.ts'
import styles from './given-id.module.css'

/**
 * A foreign id or text: it cannot turn or reorder its neighbours, its invisible marks are named, and it is copied as
 * it was given.
 */
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
